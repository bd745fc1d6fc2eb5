/** Prefix of the ICCIDs of sample profiles; other profiles cannot use it. */
export const SAMPLE_ICCIDS = '8999901'

/** Prefix of the ICCIDs of test keys; real profiles cannot use it. */
export const TEST_ICCIDS = '8999902'

/** Digits of the number of an enterprise's test data. */
const TEST_NUMBER_DIGITS = 6

/** Prefix of the ICCIDs of one enterprise's test data, which has this number. */
export const testIccidPrefix = (testNumber: number): string =>
  `${TEST_ICCIDS}${String(testNumber).padStart(TEST_NUMBER_DIGITS, '0')}`
