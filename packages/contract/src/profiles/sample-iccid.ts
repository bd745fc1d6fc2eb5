/** Prefix of the ICCIDs of sample profiles; other profiles cannot use it. */
export const SAMPLE_ICCIDS = '8999901'
