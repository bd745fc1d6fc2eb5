/** Device status of a profile (decisions, section 5). */
export const profileStatuses = [
  'AVAILABLE',
  'DOWNLOADED',
  'INSTALLED',
  'ENABLED',
  'DISABLED',
  'DELETED',
  'ERROR',
  'EXPIRED',
  'CANCELED',
  'REMOVED',
] as const
export type ProfileStatus = (typeof profileStatuses)[number]

/** Order state at the SM-DP+ (SGP.22, 3.1.6). */
export const orderStates = [
  'Available',
  'Allocated',
  'Linked',
  'Confirmed',
  'Released',
  'Downloaded',
  'Installed',
  'Error',
  'Unavailable',
] as const
