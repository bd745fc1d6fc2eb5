export {
  type ActivationCode,
  formatActivationCode,
  isActivationCode,
  isMatchingId,
  type MatchingId,
  parseActivationCode,
  parseMatchingId,
} from './activation-code.ts'
export { callingCodeOf } from './calling-code.ts'
export { alphaBytes, fitAlpha, gsmBytes, gsmText, SPN_BYTES, ucs2Bytes } from './card-text.ts'
export {
  type ConfirmationCode,
  isConfirmationCode,
  parseConfirmationCode,
  readConfirmationCode,
} from './confirmation-code.ts'
export { countryOfImsi, countryOfMcc, countryOfPlmn } from './country.ts'
export { digitsCell, digitsPrefix, fromSwappedBcd, readDigits, toSwappedBcd } from './digits.ts'
export {
  computeEidCheckDigits,
  type Eid,
  eidFromBytes,
  eidToBytes,
  formatEid,
  isEid,
  parseEid,
  readEid,
} from './eid.ts'
export { type ByteCount, isHex, parseHex, readHex, readHexDigits } from './hex.ts'
export { homeNetworkKeyBytes, isHomeNetworkKey, type KeyedScheme } from './home-network-key.ts'
export {
  type CardIccid,
  endsInCheckDigit,
  findIccid,
  type Iccid,
  type IccidNumber,
  type IccidOptions,
  iccidAt,
  iccidForms,
  iccidFromBytes,
  iccidKey,
  iccidPrefix,
  iccidToBytes,
  iccidToUnswappedBytes,
  isCardIccid,
  isIccid,
  type NineteenDigits,
  nineteenDigitRules,
  parseCardIccid,
  parseIccid,
  readIccid,
} from './iccid.ts'
export { IdError, type IdErrorCode } from './id-error.ts'
export {
  type Imei,
  imeiFromBytes,
  imeiToBytes,
  isImei,
  isTac,
  parseImei,
  parseTac,
  type Tac,
  tacFromBytes,
  tacOf,
  tacToBytes,
} from './imei.ts'
export { type Imsi, imsiAt, isImsi, parseImsi, readImsi } from './imsi.ts'
export {
  formatMsisdn,
  isMsisdn,
  type Msisdn,
  msisdnPrefix,
  parseMsisdn,
  readMsisdn,
  readServiceCenter,
} from './msisdn.ts'
export { type OrderState, orderStates } from './order-state.ts'
export { formatPlmn, isPlmn, mccOf, mncOf, type Plmn, parsePlmn, plmnFromBytes, plmnToBytes } from './plmn.ts'
export { changeText, changeTexts, type Reading, type ReadingChange, unchanged } from './reading.ts'
export {
  formatVoucherCode,
  isVoucherCode,
  parseVoucherCode,
  VOUCHER_RANDOM_BYTES,
  type VoucherCode,
  voucherCodeOf,
} from './voucher-code.ts'
