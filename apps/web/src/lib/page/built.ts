// Parts of the site that have an address but are not built yet. Nothing links to them, shows a badge for
// them or explains them. The pages of messages are not found; the address of the timeline
// shows whom one follows. Constants, so that the build leaves out their code.

export const areMessagesBuilt: boolean = false;
export const isTimelineBuilt: boolean = false;
