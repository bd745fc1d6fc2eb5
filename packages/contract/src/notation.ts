import { IdError, type Reading, readConfirmationCode, readEid, readHexDigits, readServiceCenter } from '@simwright/ids'
import { z } from 'zod'

/** For `overwrite`: the value of a text in the notation of another tool. Other texts stay as they are, for the rule after it. */
export const valueBy =
  (read: (text: string) => Reading<string>) =>
  (text: string): string => {
    try {
      return read(text).value
    } catch (error) {
      if (error instanceof IdError) return text
      throw error
    }
  }

/** The most characters that the notations of a value with `max` digits have: `0x` and a separator for each two of them. */
export const notationLength = (max: number): number => max * 3 + 20

/** Hexadecimal digits of up to `maxBytes` bytes, without what tools write between them. */
export const hexText = (maxBytes: number) =>
  z.string().overwrite(valueBy((text) => readHexDigits(text, { min: 1, max: maxBytes })))

export const ConfirmationCodeText = z
  .string()
  .overwrite(valueBy(readConfirmationCode))
  .regex(/^\d{4,8}$/, 'From 4 to 8 digits.')

export const ServiceCenterText = z
  .string()
  .overwrite(valueBy(readServiceCenter))
  .regex(/^(\+?\d{3,15})?$/, 'Invalid SMSP number. Up to 15 digits, with an optional + in front.')

/** The digits of an EID, for the rule after it. */
export const EidText = z.string().overwrite(valueBy(readEid))
