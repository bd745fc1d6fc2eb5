import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  Asn1Error,
  any,
  automatic,
  bigInteger,
  bits,
  boolean,
  type Codec,
  choice,
  concat,
  enumerated,
  explicit,
  fromHex,
  type Infer,
  ia5,
  integer,
  lazy,
  mapped,
  named,
  namedBits,
  namedInteger,
  nullValue,
  numericString,
  octets,
  oid,
  openNamedInteger,
  optional,
  printable,
  raw,
  retag,
  sequence,
  sequenceOf,
  setOf,
  toHex,
  utf8,
  withDefault,
  withRaw,
  writeTlv,
} from './index.ts'

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Asn1Error) return `${error.code} ${error.path}`.trim()
    throw error
  }
  return 'no error'
}

function encodes<T>(codec: Codec<T>, value: T, hex: string): void {
  expect(toHex(codec.encode(value))).toBe(hex)
  expect(codec.decode(fromHex(hex))).toEqual(value)
}

describe('primitive types', () => {
  test.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
    [-1, '0201ff'],
    [-128, '020180'],
    [-129, '0202ff7f'],
    [Number.MAX_SAFE_INTEGER, '02071fffffffffffff'],
    [Number.MIN_SAFE_INTEGER, '0207e0000000000001'],
  ])('integer %i is %s', (value, hex) => {
    encodes(integer(), value, hex)
    encodes(bigInteger(), BigInt(value), hex)
  })

  test('an integer of any size decodes to what was encoded', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(integer().decode(integer().encode(n))).toBe(n)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(bigInteger().decode(bigInteger().encode(n))).toBe(n)
      }),
    )
  })

  test('an integer with redundant leading bytes is accepted', () => {
    expect(integer().decode(fromHex('020a00000000000000000005'))).toBe(5)
    expect(integer().decode(fromHex('0203fffffe'))).toBe(-2)
  })

  test.each([
    ['0200', integer()],
    ['02082000000000000000', integer()],
    ['020105', integer({ max: 4 })],
    ['0201ff', integer({ min: 0 })],
    ['0200', bigInteger()],
    ['020105', bigInteger({ max: 4n })],
    ['01020000', boolean()],
    ['050100', nullValue()],
    ['0300', bits()],
    ['030208ff', bits()],
    ['030101', bits()],
    ['0403aabbcc', octets({ size: 2 })],
    ['0401aa', octets({ min: 2 })],
    ['0403aabbcc', octets({ max: 2 })],
    ['0c02c328', utf8()],
    ['0c03410042', utf8()],
    ['0c03616263', utf8({ max: 2 })],
    ['1301e9', printable()],
    ['0600', oid()],
    ['060188', oid()],
    ['06032a8001', oid()],
    ['0a0107', enumerated({ first: 1 })],
    ['0200', openNamedInteger({ first: 1 })],
    ['02082000000000000000', openNamedInteger({ first: 1 })],
    [`02820401${'7f'.repeat(1025)}`, bigInteger()],
    [`0614${'ff'.repeat(19)}7f`, oid()],
    [`06820101${'2a'.repeat(257)}`, oid()],
  ] as [string, Codec<unknown>][])('%s is refused', (hex, codec) => {
    expect(refusal(() => codec.decode(fromHex(hex)))).toBe('bad_value')
  })

  test.each([
    () => integer().encode(1.5),
    () => integer({ max: 4 }).encode(5),
    () => octets({ size: 4 }).encode(new Uint8Array(3)),
    () => octets().encode('aabb' as unknown as Uint8Array),
    () => utf8({ max: 1 }).encode('ab'),
    () => utf8().encode('\ud800'),
    () => utf8().encode('A\u0000B'),
    () => printable().encode('a@b'),
    () => ia5().encode('é'),
    () => numericString().encode('12a'),
    () => bits().encode({ unusedBits: 8, bytes: new Uint8Array(1) }),
    () => namedBits(['a']).encode(new Set(['b']) as unknown as Set<'a'>),
    () => namedInteger({ a: 1 }).encode('toString' as 'a'),
  ])('encoding refuses a value outside the type (%#)', (act) => {
    expect(refusal(act)).toBe('bad_value')
  })

  test('strings, booleans, NULL and byte strings', () => {
    encodes(utf8(), 'Zürich €', '0c0b5ac3bc7269636820e282ac')
    encodes(printable(), 'Test CI', '130754657374204349')
    encodes(ia5({ tag: 0x82 }), 'localhost', '82096c6f63616c686f7374')
    encodes(numericString(), '12 3', '120431322033')
    encodes(boolean(), true, '0101ff')
    encodes(boolean(), false, '010100')
    encodes(nullValue({ tag: 0x80 }), null, '8000')
    encodes(octets({ tag: 0x5f37, size: 2 }), fromHex('abcd'), '5f3702abcd')
    encodes(bits(), { unusedBits: 3, bytes: fromHex('a8') }, '030203a8')
  })

  test('the size limit of a string counts characters, not bytes', () => {
    expect(utf8({ max: 2 }).decode(utf8().encode('€😀'))).toBe('€😀')
  })

  test.each([
    ['2.999.10', '060388370a'],
    ['2.23.146.1.2.1.0', '060767811201020100'],
    ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
    ['2.25.340282366920938463463374607431768211455', `06146983${'ff'.repeat(17)}7f`],
    ['0.39', '060127'],
    ['1.0', '060128'],
    ['2.0', '060150'],
    ['2.47', '06017f'],
    ['2.48', '06028100'],
  ])('object identifier %s', (text, hex) => {
    encodes(oid(), text, hex)
  })

  test.each(['', '1', '3.1', '1.40', '2.', '2.01', 'a.b', '1.2.-3', `1.2${'.3'.repeat(300)}`])(
    'object identifier %j is refused',
    (text) => {
      expect(refusal(() => oid().encode(text))).toBe('bad_value')
    },
  )

  test('an object identifier decodes to what was encoded', () => {
    const arcs = fc.tuple(
      fc.constantFrom(0, 1),
      fc.nat(39),
      fc.array(fc.maxSafeInteger().map(Math.abs), { maxLength: 8 }),
    )
    const wide = fc.tuple(fc.constant(2), fc.maxSafeInteger().map(Math.abs), fc.array(fc.nat(), { maxLength: 8 }))
    fc.assert(
      fc.property(fc.oneof(arcs, wide), ([a, b, rest]) => {
        const text = [a, b, ...rest].join('.')
        expect(oid().decode(oid().encode(text))).toBe(text)
      }),
    )
  })

  test('named bits are encoded without trailing zeros, and bits without a name are dropped', () => {
    const event = namedBits({ install: 0, enable: 1, disable: 2, delete: 3 }, { tag: 0x81 })
    encodes(event, new Set(['install'] as const), '81020780')
    encodes(event, new Set(['enable'] as const), '81020640')
    encodes(event, new Set(['delete'] as const), '81020410')
    encodes(event, new Set<never>(), '810100')
    expect(event.decode(fromHex('810300ffff'))).toEqual(new Set(['install', 'enable', 'disable', 'delete']))
    expect(namedBits(['a', 'b']).decode(fromHex('03020740'))).toEqual(new Set())
  })

  test('a named integer accepts only its names; an open one also accepts other numbers', () => {
    const names = { undefinedReason: 127, timeout: 2 }
    encodes(namedInteger(names, { tag: 0x81 }), 'timeout', '810102')
    expect(refusal(() => namedInteger(names).decode(fromHex('020105')))).toBe('bad_value')
    expect(openNamedInteger(names).decode(fromHex('020105'))).toBe(5)
    encodes(openNamedInteger(names), 'undefinedReason', '02017f')
    encodes(openNamedInteger(names), 16, '020110')
  })
})

const Signed = sequence(
  {
    transactionId: octets({ tag: 0x80, min: 1, max: 16 }),
    address: optional(utf8({ tag: 0x83 })),
    retries: withDefault(integer({ tag: 0x84 }), 3),
    list: optional(sequenceOf(octets(), { tag: 0xa5 })),
  },
  { name: 'Signed' },
)
const Message = sequence(
  { signed: raw(Signed), signature: octets({ tag: 0x5f37, size: 2 }) },
  { tag: 0xbf38, name: 'Message' },
)

describe('a sequence', () => {
  test('encodes its components in declared order and infers its type from the declaration', () => {
    type Value = Infer<typeof Signed>
    expectTypeOf<Value>().toEqualTypeOf<{
      transactionId: Uint8Array
      address?: string | undefined
      retries: number
      list?: Uint8Array[] | undefined
    }>()
    encodes(Signed, { transactionId: fromHex('01'), retries: 3 }, '3003800101')
    encodes(
      Signed,
      { list: [fromHex('aa')], transactionId: fromHex('01'), address: 'a', retries: 4 },
      '300e800101830161840104a5030401aa',
    )
  })

  test('omits a default value and restores it on decoding', () => {
    expect(Signed.decode(fromHex('3003800101'))).toEqual({ transactionId: fromHex('01'), retries: 3 })
    expect(Object.keys(Signed.decode(fromHex('3003800101')))).toEqual(['transactionId', 'retries'])
  })

  test('skips unknown components between and after its own', () => {
    expect(Signed.decode(fromHex('300e800101bf550101830161bf56010a'))).toEqual({
      transactionId: fromHex('01'),
      address: 'a',
      retries: 3,
    })
  })

  test.each([
    ['3000', 'missing Signed.transactionId'],
    ['3003830161', 'missing Signed.transactionId'],
    ['3006830161800101', 'missing Signed.transactionId'],
    ['3006800101800102', 'unexpected Signed.transactionId'],
    ['3009800101840104830161', 'unexpected Signed.address'],
    ['30028000', 'bad_value Signed.transactionId'],
    ['3008800101a503020101', 'unexpected Signed.list[0]'],
    ['300380010100', 'trailing Signed'],
    ['3103800101', 'unexpected Signed'],
    ['3004800101', 'truncated Signed'],
    ['300380020101', 'trailing Signed'],
  ])('%s is refused: %s', (hex, expected) => {
    expect(refusal(() => Signed.decode(fromHex(hex)))).toBe(expected)
  })

  test('refuses a repeated universal tag before a later component and skips one at the end', () => {
    const Signed2 = sequence({ data: sequence({}), signature: octets({ tag: 0x5f37 }) })
    expect(refusal(() => Signed2.decode(fromHex('300830003000' + '5f3701aa')))).toBe('unexpected data')
    expect(Signed2.decode(fromHex('300830005f3701aa' + '3000'))).toEqual({ data: {}, signature: fromHex('aa') })
  })

  test('that is not extensible refuses unknown components', () => {
    const closed = sequence({ a: optional(boolean()) }, { extensible: false })
    expect(refusal(() => closed.decode(fromHex('30020500')))).toBe('unexpected')
  })

  test('reports the path of a fault from the outermost type inwards', () => {
    const hex = toHex(writeTlv(0xbf38, writeTlv(0x30, fromHex('800101'), fromHex('8302c328')), fromHex('5f37020000')))
    expect(refusal(() => Message.decode(fromHex(hex)))).toBe('bad_value Message.signed.address')
    const value = { signed: withRaw(Signed, { transactionId: fromHex('01'), retries: 3 }), signature: fromHex('00') }
    expect(refusal(() => Message.encode(value))).toBe('bad_value Message.signature')
    expect(() => Message.encode(value)).toThrow('Message.signature: 2 bytes are expected')
  })

  test('cannot be encoded without a required component', () => {
    expect(refusal(() => Signed.encode({ retries: 1 } as Infer<typeof Signed>))).toBe('missing Signed.transactionId')
  })
})

describe('raw', () => {
  test('retains the received bytes and encodes exactly those', () => {
    const received = writeTlv(0xbf38, fromHex('30810a800101840103bf5501ff'), fromHex('5f3702abcd'))
    const message = Message.decode(received)
    expect(toHex(message.signed.raw)).toBe('30810a800101840103bf5501ff')
    expect(message.signed.value.retries).toBe(3)
    expect(toHex(Message.encode(message))).toBe(toHex(received))
  })

  test('refuses bytes that are not one structure of its type', () => {
    const value = { transactionId: fromHex('01'), retries: 3 }
    const signature = fromHex('abcd')
    expect(refusal(() => Message.encode({ signed: { value, raw: fromHex('31') }, signature }))).toBe(
      'truncated Message.signed',
    )
    expect(refusal(() => Message.encode({ signed: { value, raw: fromHex('3100') }, signature }))).toBe(
      'unexpected Message.signed',
    )
    expect(refusal(() => Message.encode({ signed: { value, raw: fromHex('30000500') }, signature }))).toBe(
      'trailing Message.signed',
    )
  })
})

describe('lists, choices and tags', () => {
  test('a list counts its items', () => {
    const list = sequenceOf(integer(), { min: 1, max: 2 })
    encodes(list, [1, 2], '3006020101020102')
    expect(refusal(() => list.decode(fromHex('3000')))).toBe('bad_value')
    expect(refusal(() => list.encode([1, 2, 3]))).toBe('bad_value')
    expect(refusal(() => sequenceOf(integer({ max: 9 })).encode([1, 10]))).toBe('bad_value [1]')
  })

  test('a set is written in the order of its encodings', () => {
    expect(toHex(setOf(octets()).encode([fromHex('bb'), fromHex('aa01'), fromHex('aa')]))).toBe(
      '310a0401aa0401bb0402aa01',
    )
    expect(setOf(octets()).decode(fromHex('31060401bb0401aa'))).toEqual([fromHex('bb'), fromHex('aa')])
  })

  test('a decoded choice names its alternative', () => {
    const response = choice({ ok: retag(0xa0, Signed), error: integer({ tag: 0x81 }) }, { name: 'Response' })
    expectTypeOf<Infer<typeof response>['kind']>().toEqualTypeOf<'ok' | 'error'>()
    encodes(response, { kind: 'error', value: 5 }, '810105')
    encodes(response, { kind: 'ok', value: { transactionId: fromHex('01'), retries: 3 } }, 'a003800101')
    expect(refusal(() => response.decode(fromHex('820105')))).toBe('unexpected Response')
    expect(refusal(() => response.decode(fromHex('a003830101')))).toBe('missing Response.ok.transactionId')
    expect(refusal(() => response.encode({ kind: 'other', value: 1 } as never))).toBe('bad_value Response')
    expect(refusal(() => response.encode({ kind: 'constructor', value: 1 } as never))).toBe('bad_value Response')
  })

  test('automatic tags number the components; a choice among them is tagged explicitly', () => {
    const inner = choice(automatic({ a: integer(), b: sequence({ x: boolean() }) }))
    const outer = sequence(automatic({ n: integer(), s: optional(sequence({ y: boolean() })), c: inner, z: any() }))
    encodes(
      outer,
      { n: 5, s: { y: true }, c: { kind: 'b', value: { x: false } }, z: fromHex('0500') },
      '3013' + '800105' + 'a1030101ff' + 'a205a103010100' + 'a3020500',
    )
    const many = automatic(Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, integer()])))
    expect([many.f30?.tag, many.f31?.tag, many.f32?.tag]).toEqual([0x9e, 0x9f1f, 0x9f20])
  })

  test('an explicit tag wraps exactly one structure', () => {
    encodes(explicit(0xa0, integer()), 2, 'a003020102')
    expect(refusal(() => explicit(0xa0, integer()).decode(fromHex('a006020102020103')))).toBe('trailing')
    expect(refusal(() => explicit(0xa0, integer()).decode(fromHex('a003040102')))).toBe('unexpected')
    expect(refusal(() => explicit(0xa0, integer()).decode(fromHex('a000')))).toBe('truncated')
  })

  test('a declaration that can never work throws at once', () => {
    expect(() => explicit(0x80, integer())).toThrow(TypeError)
    expect(() => retag(0x80, choice({ a: integer() }))).toThrow(TypeError)
    expect(() => retag(0x80, any())).toThrow(TypeError)
    expect(() => integer({ tag: 0xbf })).toThrow(TypeError)
    expect(() => integer({ tag: 0x8001 })).toThrow(TypeError)
    expect(() => integer({ tag: 0xbf81 })).toThrow(TypeError)
  })

  test('any accepts exactly one structure of any type', () => {
    expect(toHex(any().decode(fromHex('bf200105')))).toBe('bf200105')
    expect(refusal(() => any().encode(fromHex('05000500')))).toBe('trailing')
  })

  test('a mapped codec converts the value, and an error of the mapping becomes bad_value', () => {
    const text = mapped(octets({ tag: 0x80 }), {
      decode: (bytes) => {
        if (bytes.length === 0) throw new RangeError('empty')
        return toHex(bytes)
      },
      encode: fromHex,
    })
    encodes(sequence({ a: text }), { a: 'abcd' }, '30048002abcd')
    expect(refusal(() => sequence({ a: text }).decode(fromHex('30028000')))).toBe('bad_value a')
    expect(refusal(() => sequence({ a: text }).encode({ a: 'zz' }))).toBe('bad_value a')
    encodes(retag(0x81, text), 'ab', '8101ab')
  })

  test('the name of a codec is the first step of an error path', () => {
    expect(refusal(() => named('Number', integer({ max: 1 })).decode(fromHex('020102')))).toBe('bad_value Number')
  })
})

interface Tree {
  leaf?: number | undefined
  branches?: Tree[] | undefined
}
const Tree: Codec<Tree> = lazy(() =>
  sequence({ leaf: optional(integer()), branches: optional(sequenceOf(Tree, { tag: 0xa0 })) }),
)

describe('hostile input', () => {
  test('a type may contain itself up to the depth limit', () => {
    encodes(Tree, { leaf: 1, branches: [{ leaf: 2 }, {}] }, '300c020101a00730030201023000')
    let nested = writeTlv(0x30)
    for (let i = 0; i < 2_000; i++) nested = writeTlv(0x30, writeTlv(0xa0, nested))
    expect(refusal(() => Tree.decode(nested))).toMatch(/^unexpected branches\[0\]/)
  })

  test('any bytes are decoded or refused with an Asn1Error', () => {
    const start = fc.constantFrom('30', 'bf38', '3080', '30820010', 'bf380c300a8001018301')
    const bytes = fc.tuple(start, fc.uint8Array({ maxLength: 60 })).map(([head, rest]) => concat(fromHex(head), rest))
    const property = fc.property(bytes, (input) => {
      for (const codec of [Signed, Message, Tree, any()]) refusal(() => codec.decode(input))
    })
    expect(() => fc.assert(property)).not.toThrow()
  })

  test('a message with any one bit flipped is decoded or refused with an Asn1Error', () => {
    const signed = withRaw(Signed, { transactionId: fromHex('0102'), address: 'é', retries: 9, list: [fromHex('aa')] })
    const whole = Message.encode({ signed, signature: fromHex('abcd') })
    const outcomes = Array.from({ length: whole.length * 8 }, (_, bit) => {
      const damaged = whole.slice()
      damaged[bit >> 3]! ^= 0x80 >> (bit & 7)
      return refusal(() => Message.decode(damaged))
    })
    expect(outcomes).toContain('no error')
    expect(outcomes.some((outcome) => outcome !== 'no error')).toBe(true)
  })

  test('a message decodes to what was encoded', () => {
    const value = fc.record(
      {
        transactionId: fc.uint8Array({ minLength: 1, maxLength: 16 }),
        // NUL is refused, in both directions
        address: fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        retries: fc.maxSafeInteger(),
        list: fc.array(fc.uint8Array({ maxLength: 300 })),
      },
      { requiredKeys: ['transactionId', 'retries'] },
    )
    fc.assert(
      fc.property(value, (signed) => {
        expect(Signed.decode(Signed.encode(signed))).toEqual(signed)
      }),
    )
  })

  test('a message of 2 MB is encoded and decoded', () => {
    const big = sequenceOf(octets())
    const items = Array.from({ length: 20 }, (_, i) => new Uint8Array(100_000).fill(i))
    expect(big.decode(big.encode(items))).toEqual(items)
  })

  test('a codec may encode while another one is encoding', () => {
    const inner = sequence({ a: integer() })
    const outer = sequence({
      b: mapped(octets(), { encode: (a: number) => inner.encode({ a }), decode: (b) => inner.decode(b).a }),
      c: integer(),
    })
    encodes(outer, { b: 1, c: 2 }, '300a04053003020101020102')
  })
})
