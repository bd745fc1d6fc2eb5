const KEY = 'simwright.vouchers'
const BYTES = 16

/**
 * The secret of this browser, by which it sees again what it has redeemed. It is stored before the first voucher is sent, so
 * that a page that is loaded again repeats the same call.
 */
export function voucherSecret(): string {
  const stored = localStorage.getItem(KEY)
  if (stored !== null && stored.length === 2 * BYTES) return stored
  const made = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  localStorage.setItem(KEY, made)
  return made
}
