import { CALL_LOG_LIMITS, CUT_MARK, HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import { fieldOf, itemOf, type Shape, takesText } from './shape.ts'

/** The names of fields with secrets and activation codes, in small letters without separators. */
const SECRET_NAMES =
  /^(k|ki|kic|kid|kik|op|opc|topc|psk|upp|raw|hex|cc|c9|(pin|puk|adm)\d*|matchingid|activationcode|confirmationcode|vouchercode|(ac)?link|slug|key|keys|yaml|armored|signature|ticket|file|uri|.*(secret|password|token|privatekey|recoverycode).*)$/

/** Fields that name a field whose value is next to them. */
const NAMING = ['name', 'field', 'column'] as const
const NAMED: readonly string[] = ['value', 'values', 'constant']

/** Secrets inside a text: activation codes, keys of this portal, webhook secrets, and hexadecimal keys. */
const SECRET_TEXTS = [
  /LPA:1\$[^\s"]*/g,
  /\bsw_[0-9a-f]{32}\.[\w-]+/gi,
  /\bwhsec_[\w+/=-]+/g,
  /\/(ac|c)\/[\w-]{16,}/g,
  // also after a name and an underscore; 32 decimal digits are an EID
  /(?<![0-9a-z])(?!\d{32}(?![0-9a-z]))[0-9a-f]{32,}(?![0-9a-z])/gi,
]

const isSecretName = (name: string) => SECRET_NAMES.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

export type MaskedJson = { text: string; cut: boolean }

const ROOM_MIN = 16

/**
 * The value as JSON of about `length` characters at most, which is valid even if it was cut. Secrets are `***`, known by
 * the names of their fields or by their form, and so are texts of several lines, which are files, and everything that
 * the shape does not have. The effort is bounded by `length`, whatever the size of the value.
 * @param shape what the contract says of the value; undefined for what the server itself composed, as its refusals
 */
export function maskedJson(value: unknown, shape?: Shape, length: number = CALL_LOG_LIMITS.bodyLength): MaskedJson {
  const writer = new Writer(length)
  writer.write(value, shape)
  return { text: writer.text, cut: writer.cut }
}

class Writer {
  text = ''
  cut = false
  readonly #length: number

  constructor(length: number) {
    this.#length = length
  }

  get #isFull(): boolean {
    return this.text.length >= this.#length - ROOM_MIN
  }

  write(value: unknown, shape: Shape | undefined): void {
    if (typeof value === 'string') this.#writeText(value, shape)
    else if (Array.isArray(value)) this.#writeList(value, shape && itemOf(shape))
    else if (typeof value === 'object' && value !== null) this.#writeObject(value, shape)
    else this.text += JSON.stringify(value) ?? 'null'
  }

  #writeText(value: string, shape: Shape | undefined): void {
    const start = value.slice(0, CALL_LOG_LIMITS.textLength)
    if (start.includes('\n') || (shape && !takesText(shape))) {
      this.text += `"${HIDDEN_VALUE}"`
      return
    }
    const isCut = start.length < value.length
    if (isCut) this.cut = true
    const shown = hideSecrets(start)
    // PostgreSQL stores neither NUL nor half a surrogate pair
    this.text += JSON.stringify(`${shown}${isCut ? CUT_MARK : ''}`.toWellFormed())
  }

  #writeList(list: readonly unknown[], shape: Shape | undefined): void {
    this.text += '['
    for (const [index, item] of list.entries()) {
      if (index > 0) this.text += ','
      if (this.#isFull) {
        this.#leaveOut(`"${CUT_MARK}"`)
        break
      }
      this.write(item, shape)
    }
    this.text += ']'
  }

  #writeObject(value: object, shape: Shape | undefined): void {
    const named = isNamingSecret(value)
    this.text += '{'
    let isFirst = true
    for (const name in value) {
      const field = (value as Record<string, unknown>)[name]
      if (field === undefined || !Object.hasOwn(value, name)) continue
      if (!isFirst) this.text += ','
      isFirst = false
      if (this.#isFull) {
        this.#leaveOut(`"${CUT_MARK}":"${CUT_MARK}"`)
        break
      }
      const fieldShape = shape && fieldOf(shape, name)
      const isUnknown = shape !== undefined && fieldShape === undefined
      this.text += `${JSON.stringify(isUnknown ? HIDDEN_VALUE : shownName(name))}:`
      const isSecret = isSecretName(name) || (named && NAMED.includes(name))
      if (isUnknown || (isSecret && isFilled(field))) this.text += `"${HIDDEN_VALUE}"`
      else this.write(field, fieldShape)
    }
    this.text += '}'
  }

  #leaveOut(mark: string): void {
    this.text += mark
    this.cut = true
  }
}

const hideSecrets = (text: string) => SECRET_TEXTS.reduce((shown, secret) => shown.replace(secret, HIDDEN_VALUE), text)

/** The names of a record are data, too. */
const shownName = (name: string) => hideSecrets(name.slice(0, CALL_LOG_LIMITS.textLength)).toWellFormed()

/** Whether there is anything to hide; that a field is empty or off is no secret. */
const isFilled = (value: unknown) => value !== null && value !== '' && typeof value !== 'boolean'

const isNamingSecret = (value: object) =>
  NAMING.some((name) => {
    const named = (value as Record<string, unknown>)[name]
    return typeof named === 'string' && named.length < 40 && isSecretName(named)
  })
