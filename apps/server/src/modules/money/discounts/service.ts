/** Discount codes. Orders call it in their own transactions. */
export { readDiscount, returnDiscount, useDiscount } from './use.ts'
