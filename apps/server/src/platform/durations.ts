export const millisecondsPerHour = 3_600_000;
export const millisecondsPerDay = 24 * millisecondsPerHour;
export const secondsPerHour = 3_600;
export const secondsPerDay = 86_400;
