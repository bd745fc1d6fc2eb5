/**
 * States of a download order at the SM-DP+ (SGP.22, 3.1.6). Defined here because both the protocol (`rsp`) and the
 * portal's API (`contract`) use them and neither imports the other.
 */
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
export type OrderState = (typeof orderStates)[number]
