/** ICCIDs that begin so are those of sample profiles; no others can have them. */
export const SAMPLE_ICCIDS = '8999901'
