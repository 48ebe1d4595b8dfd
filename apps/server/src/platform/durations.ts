export const millisecondsPerSecond = 1_000;
export const millisecondsPerMinute = 60_000;
export const millisecondsPerHour = 60 * millisecondsPerMinute;
export const millisecondsPerDay = 24 * millisecondsPerHour;
export const secondsPerMinute = 60;
export const secondsPerHour = 3_600;
export const secondsPerDay = 86_400;
