type Json = { [key: string]: unknown }

const UUID = '0198c5a0-7d1e-7a44-9c1b-2f6d3e8a5b10'
const TIME = '2026-05-04T09:30:00.000Z'

/** Values of fields whose format the schema does not state, by name. */
const byName: Readonly<Record<string, unknown>> = {
  iccid: '8944012345678901111',
  firstIccid: '8944012345678901111',
  lastIccid: '8944012345678901111',
  imsi: '001010000000111',
  firstImsi: '001010000000111',
  lastImsi: '001010000000111',
  ki: '5E1C93A27B40D86F11B9E27A04C6538D',
  opc: 'C3701FA49D5B2E8867E0195DA2B43F7C',
  msisdn: '491511234567',
  eid: '89049032000000000000000000000163',
  activationCode: 'LPA:1$smdp.example.com$3F0A9C1D5E7B42688A90C4D1E2F3A4B5',
  matchingId: '3F0A9C1D5E7B42688A90C4D1E2F3A4B5',
  timeZone: 'Europe/Berlin',
  currency: 'USD',
  country: 'DE',
  email: 'ana@example.com',
  recipient: 'ana@example.com',
  plmn: '26201',
  code: 'B000000000001',
  batchCode: 'B000000000001',
  expireTime: '2027-01-31 00:00:00',
  createTime: '2026/05/04 09:30:00',
  statusTime: '2026/05/04 09:30:00',
  time: '2026/05/04 09:30:00',
  pin1: '1234',
  pin2: '5678',
  puk1: '12345678',
  puk2: '12345678',
  adm1: '12345678',
  cc: '4711',
  word: 'contract',
  domain: 'example.com',
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: UUID,
  'date-time': TIME,
  date: '2026-05-04',
  email: 'ana@example.com',
  uri: 'https://example.com',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
  cidrv4: '203.0.113.0/24',
  cidrv6: '2001:db8::/32',
}

const DEEPEST = 7

/** Returns a function that makes an example of a JSON Schema whose references are to `components`. */
export function exampler(components: Readonly<Record<string, unknown>>) {
  const resolve = (schema: Json): Json => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1]
    return name === undefined ? schema : resolve(components[name] as Json)
  }

  const objectOf = (schema: Json, depth: number): Json => {
    const required = new Set((schema.required ?? []) as string[])
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    const shown = fields.filter(([name, field]) => required.has(name) && !('default' in field))
    return Object.fromEntries(
      shown
        .map(([name, field]) => [name, exampleOf(field, name, depth + 1)])
        .filter(([, value]) => value !== undefined),
    )
  }

  const arrayOf = (schema: Json, name: string, depth: number): unknown[] => {
    const least = Math.max(Number(schema.minItems ?? 0), 1)
    if (schema.prefixItems) return (schema.prefixItems as Json[]).map((item) => exampleOf(item, name, depth + 1))
    if (depth > DEEPEST || !schema.items) return []
    const item = exampleOf(schema.items as Json, name.replace(/s$/, ''), depth + 1)
    return Array.from({ length: least }, () => item)
  }

  const textOf = (schema: Json, name: string): string => {
    const format = byFormat[String(schema.format ?? '')]
    if (format !== undefined) return format
    const named = byName[name]
    if (typeof named === 'string') return named
    if (schema.pattern === '^#[0-9a-f]{6}$') return name === 'background' ? '#ffffff' : '#1b2a6b'
    if (/At$|^at$|^from$|^to$|^day$/.test(name)) return TIME
    if (/Id$|^id$/.test(name)) return UUID
    const most = Number(schema.maxLength ?? 64)
    return 'Example'.slice(0, most).padEnd(Number(schema.minLength ?? 0), 'x')
  }

  const numberOf = (schema: Json): number => {
    const least = Number(
      schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : Number(schema.exclusiveMinimum) + 1),
    )
    return Math.max(least, Math.min(1, Number(schema.maximum ?? 1)))
  }

  function exampleOf(given: Json, name = '', depth = 0): unknown {
    const schema = resolve(given)
    if ('const' in schema) return schema.const
    // the last page of a list
    if (name === 'next') return null
    if (Array.isArray(schema.enum)) return schema.enum[0]
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
    if (choices) {
      const shown = choices.find((choice) => resolve(choice).type !== 'null') ?? choices[0]!
      return depth > DEEPEST ? null : exampleOf(shown, name, depth + 1)
    }
    if (Array.isArray(schema.allOf)) {
      const parts = (schema.allOf as Json[]).map((part) => exampleOf(part, name, depth + 1))
      return Object.assign({}, ...parts)
    }
    switch ([schema.type].flat().find((type) => type !== 'null') ?? schema.type) {
      case 'object':
        return objectOf(schema, depth)
      case 'array':
        return arrayOf(schema, name, depth)
      case 'string':
        return textOf(schema, name)
      case 'integer':
      case 'number':
        return numberOf(schema)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return byName[name] ?? {}
    }
  }
  return exampleOf
}
