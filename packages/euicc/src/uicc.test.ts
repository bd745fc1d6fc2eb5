import { concat, fromHex, toHex } from '@simwright/asn1'
import { beforeEach, describe, expect, it } from 'vitest'
import { ACCESS, ruleAllows } from './access-rule.ts'
import { type AkaState, buildAutn, joinSqn } from './aka.ts'
import { answerParts, CardRefusal, parseApdu } from './apdu.ts'
import type { Directory, FileSystem, PinState } from './card-file.ts'
import { openUiccChannel, type UiccChannel } from './uicc-channel.ts'
import { runUiccCommand } from './uicc-command.ts'

/** Commands of these tests need no random bytes. */
const random = (length: number) => new Uint8Array(length)
const USIM_AID = 'a0000000871002ff86ffffffffffffff'
const pin = (reference: number, value: string, pukReference?: number): PinState => ({
  reference,
  value: fromHex(value),
  enabled: true,
  changeable: true,
  disablingAllowed: true,
  maxAttempts: 3,
  attemptsLeft: 3,
  pukReference,
})

/**
 * Record 1: read and update with PIN1. 2: read always, update with ADM1. 3: never. 4: read with PIN1 or ADM1. 5: as 1, and
 * INCREASE with PIN1.
 */
const RULES = [
  '800101a406830101950108800102a406830101950108',
  '8001019000800102a40683010a950108',
  '8001039700',
  '800101a010a406830101950108a40683010a950108',
  '800103a406830101950108840132a406830101950108',
].map((rule) => fromHex(rule.padEnd(60, 'f')))

function fileSystem(): FileSystem {
  const usim: Directory = {
    kind: 'directory',
    fid: 0x7ff0,
    aid: fromHex(USIM_AID),
    pinReferences: [0x01, 0x81, 0x0a],
    pins: [2],
    files: [
      { kind: 'linear', fid: 0x6f06, recordBytes: 30, records: RULES },
      {
        kind: 'transparent',
        fid: 0x6f07,
        sfi: 7,
        rule: { arrFid: 0x6f06, record: 1 },
        content: fromHex('080910101032547698'),
      },
      { kind: 'transparent', fid: 0x6f38, sfi: 4, rule: { arrFid: 0x6f06, record: 2 }, content: fromHex('0000000420') },
      {
        kind: 'linear',
        fid: 0x6f3b,
        rule: { arrFid: 0x6f06, record: 4 },
        recordBytes: 3,
        records: ['aabbcc', 'ddeeff', 'aabb00'].map(fromHex),
      },
      {
        kind: 'cyclic',
        fid: 0x6f39,
        rule: { arrFid: 0x6f06, record: 1 },
        recordBytes: 3,
        records: ['000002', '000001'].map(fromHex),
      },
      {
        kind: 'cyclic',
        fid: 0x6f82,
        sfi: 0x1c,
        rule: { arrFid: 0x6f06, record: 5 },
        recordBytes: 3,
        records: ['0000ff', '000001'].map(fromHex),
      },
      {
        kind: 'ber-tlv',
        fid: 0x6ff8,
        sfi: 0x0b,
        rule: { arrFid: 0x6f06, record: 2 },
        content: fromHex(`80021122df3001aa${'ff'.repeat(302)}`),
      },
      { kind: 'transparent', fid: 0x6f08, rule: { arrFid: 0x6f06, record: 3 }, content: fromHex('07') },
      { kind: 'transparent', fid: 0x6f09, content: fromHex('07') },
      { kind: 'link', fid: 0x6f0a, rule: { arrFid: 0x6f06, record: 2 }, targetPath: [0x3f00, 0x7f10, 0x6f54] },
      { kind: 'link', fid: 0x6f0b, rule: { arrFid: 0x6f06, record: 2 }, targetPath: [0x3f00, 0x7f99] },
    ],
  }
  const telecom: Directory = {
    kind: 'directory',
    fid: 0x7f10,
    pinReferences: [0x01],
    pins: [],
    files: [
      { kind: 'directory', fid: 0x5f3a, pinReferences: [0x01], pins: [], files: [] },
      { kind: 'directory', fid: 0x5f3c, pinReferences: [0x01], pins: [], files: [] },
      { kind: 'transparent', fid: 0x6f54, rule: { arrFid: 0x2f06, record: 2 }, content: fromHex('00') },
    ],
  }
  const mf: Directory = {
    kind: 'directory',
    fid: 0x3f00,
    pinReferences: [0x01],
    pins: [0, 1],
    files: [
      {
        kind: 'transparent',
        fid: 0x2fe2,
        sfi: 2,
        rule: { arrFid: 0x2f06, record: 2 },
        content: fromHex('98001032547698103214'),
      },
      { kind: 'linear', fid: 0x2f06, recordBytes: 30, records: RULES },
      telecom,
    ],
  }
  return {
    mf,
    adfs: [usim],
    pins: [pin(1, '31323334ffffffff', 1), pin(0x0a, '3838383838383838'), pin(0x81, '3131313131313131')],
    puks: [{ reference: 1, value: fromHex('3837363534333231'), maxAttempts: 10, attemptsLeft: 10 }],
  }
}

const SET_1 = { k: fromHex('465b5ce8b199b49faa5f0a2ee238a6bc'), opc: fromHex('cd63cb71954a9f4e48a5994e37a02baf') }
const RAND_1 = fromHex('23553cbe9637a89d218ae64dae47bf35')

let channel: UiccChannel
let aka: AkaState
const send = (apdu: string) => {
  try {
    const { data, sw } = answerParts(runUiccCommand(channel, parseApdu(fromHex(apdu))))
    return toHex(data) + sw.toString(16)
  } catch (error) {
    if (error instanceof CardRefusal) return error.sw.toString(16)
    throw error
  }
}
const selectUsim = () => send(`00a4040c10${USIM_AID}`)
const verifyPin1 = () => send('002000010831323334ffffffff')

beforeEach(() => {
  aka = {
    algorithm: 'milenage',
    ...SET_1,
    checks: { delta: 2 ** 28, ageLimit: 2 ** 28 },
    seqByIndex: Array(32).fill(0),
  }
  channel = openUiccChannel({
    system: fileSystem(),
    networkAccess: [{ aid: fromHex(USIM_AID), aka }],
    verifiedPins: new Set(),
    random,
  })
})

describe('files', () => {
  it('return their FCP template when selected', () => {
    expect(send('00a40004022fe2')).toBe('62178202412183022fe28a01058b032f06028002000a8801109000')
    expect(send(`00a4040410${USIM_AID}`)).toBe(`6227820278218410${USIM_AID}8a0105c60c9001e083010183018183010a9000`)
    expect(send('00a40004026f3b')).toContain('82054221000303')
  })

  it('are found by identifier, path and short identifier', () => {
    expect(send('00b0820000')).toBe('980010325476981032149000')
    expect(send('00a4080c047f106f54')).toBe('9000')
    expect(send('00b0000000')).toBe('009000')
    expect(send('00a4030c')).toBe('9000')
    expect(send('00a4000c025f3a')).toBe('6a82')
    expect(send('00a4080c047f105f3a')).toBe('9000')
    expect(send('00a4000c025f3c')).toBe('9000')
    expect(send('00a4000c027f10')).toBe('9000')
    expect(send('00a4000c023f00')).toBe('9000')
    selectUsim()
    expect(send('00a4080c047fff6f38')).toBe('9000')
    expect(send('00a4000c023f00')).toBe('9000')
    expect(send('00a4000c027fff')).toBe('9000')
    expect(send('00b0840000')).toBe('00000004209000')
  })

  it('are refused if they do not exist or the command does not fit', () => {
    expect(send('00a4000c026f99')).toBe('6a82')
    expect(send('00a4040c05a000000099')).toBe('6a82')
    expect(send('00b0000000')).toBe('6986')
    send('00a4000c022fe2')
    expect(send('00b0000b00')).toBe('6b00')
    expect(send('00b000000b')).toBe('6c0a')
    expect(send('00b2010400')).toBe('6981')
    expect(send('00e2000000')).toBe('6d00')
    expect(send('00a4070c022fe2')).toBe('6a86')
  })

  it('require the PIN in their access rule', () => {
    selectUsim()
    send('00a4000c026f07')
    expect(send('00b0000000')).toBe('6982')
    verifyPin1()
    expect(send('00b0000000')).toBe('0809101010325476989000')
    send('00a4000c026f08')
    expect(send('00b0000000')).toBe('6982')
    send('00a4000c026f09')
    expect(send('00b0000000')).toBe('6982')
    send('00a4000c026f38')
    expect(send('00d60000010f')).toBe('6982')
    expect(send('0020000a083838383838383838')).toBe('9000')
    expect(send('00d60000010f')).toBe('9000')
    expect(send('00b0000000')).toBe('0f000004209000')
  })

  it('support reading, updating and searching of records', () => {
    selectUsim()
    verifyPin1()
    send('00a4000c026f3b')
    expect(send('00b2020403')).toBe('ddeeff9000')
    expect(send('00b2000203')).toBe('aabbcc9000')
    expect(send('00b2000203')).toBe('ddeeff9000')
    expect(send('00b2000303')).toBe('aabbcc9000')
    expect(send('00b2040403')).toBe('6a83')
    expect(send('00b2010402')).toBe('6c03')
    expect(send('00a2010402aabb00')).toBe('01039000')
    expect(send('00a201040111')).toBe('6282')
    expect(send('00dc010403112233')).toBe('6982')
  })

  it('show the content of another file if they are links, under their own access rule', () => {
    expect(send('0020000a083838383838383838')).toBe('9000')
    selectUsim()
    expect(send('00a40004026f0a')).toContain('83026f0a8a01058b036f06028002000188009000')
    expect(send('00d600000142')).toBe('9000')
    send('00a4080c047f106f54')
    expect(send('00b0000000')).toBe('429000')
    selectUsim()
    expect(send('00a4000c026f0b')).toBe('9000')
    expect(send('00b0000000')).toBe('6a82')
  })

  it('have the newest record first if they are cyclic', () => {
    selectUsim()
    verifyPin1()
    send('00a4000c026f39')
    expect(send('00dc000303000003')).toBe('9000')
    expect(send('00b2010403')).toBe('0000039000')
    expect(send('00b2020403')).toBe('0000029000')
    expect(send('00dc0003020000')).toBe('6700')
  })
})

describe('INCREASE', () => {
  const select = () => {
    selectUsim()
    verifyPin1()
    send('00a4000c026f82')
  }

  it('adds a value to the newest record, which becomes the newest one', () => {
    select()
    expect(send('803200000300000100')).toBe('0001000000019000')
    expect(send('00b2010403')).toBe('0001009000')
    expect(send('00b2020403')).toBe('0000ff9000')
    send('00a4000c023f00')
    send('00a4000c027fff')
    expect(send('80329c00020010')).toBe('00011000109000')
  })

  it('is refused if the sum is too large, and the file does not change', () => {
    select()
    expect(send('8032000003ffff01')).toBe('9850')
    expect(send('00b2010403')).toBe('0000ff9000')
  })

  it('is allowed by rules that name its instruction, and by no other rule', () => {
    const allows = (rule: string) => ruleAllows(fromHex(rule), ACCESS.increase, () => false)
    expect(allows('8401329000')).toBe(true)
    expect(allows('8402d4329000')).toBe(true)
    expect(allows('8401d49000')).toBe(false)
    expect(allows('80017f9000')).toBe(false)
  })

  it('is refused without permission, for another structure and for wrong lengths', () => {
    selectUsim()
    send('00a4000c026f82')
    expect(send('80320000030000 01'.replace(' ', ''))).toBe('6982')
    select()
    expect(send('80320000')).toBe('6700')
    expect(send('803200000400000001')).toBe('6700')
    expect(send('8032000103000001')).toBe('6a86')
    expect(send('0032000003000001')).toBe('6e00')
    send('00a4000c026f39')
    expect(send('8032000003000001')).toBe('6982')
    send('00a4000c026f3b')
    expect(send('8032000003000001')).toBe('6981')
  })
})

describe('BER-TLV files', () => {
  const select = () => {
    selectUsim()
    send('0020000a083838383838383838')
    send('00a4000c026ff8')
  }

  it('show their size when selected', () => {
    selectUsim()
    expect(send('00a40004026ff8')).toBe(
      '62248202792183026ff8a50b84010185020136860201368a01058b036f0602800201368801589000',
    )
  })

  it('answer a data object, and the list of tags', () => {
    select()
    expect(send('80cb0080018000')).toBe('800211229000')
    expect(send('80cb008002df3000')).toBe('df3001aa9000')
    expect(send('80cb0080015c00')).toBe('5c0380df309000')
    expect(send('80cb008b015c00')).toBe('5c0380df309000')
    expect(send('80cb0080018100')).toBe('6a88')
    expect(send('80cb008002800000')).toBe('6a80')
    expect(send('00b0000000')).toBe('6981')
  })

  it('create, replace and delete data objects', () => {
    select()
    expect(send('80db008003810155')).toBe('9000')
    expect(send('80db00800480020304')).toBe('9000')
    expect(send('80cb0080015c00')).toBe('5c0480df30819000')
    expect(send('80cb0080018000')).toBe('800203049000')
    expect(send('80db008002df30')).toBe('9000')
    expect(send('80cb0080015c00')).toBe('5c0280819000')
    expect(send('80db008002df30')).toBe('6a88')
  })

  it('transfer a long data object in blocks', () => {
    select()
    const value = '5a'.repeat(290)
    const object = `81820122${value}`
    expect(send(`80db0080ff${object.slice(0, 510)}`)).toBe('63f1')
    expect(send('80cb0080018100')).toBe('6a88')
    expect(send(`80db0080ff${object.slice(0, 510)}`)).toBe('63f1')
    expect(send(`80db000027${object.slice(510)}`)).toBe('9000')
    expect(send('80cb0080018100')).toBe(`${object.slice(0, 512)}62f1`)
    expect(send('80cb000000')).toBe(`${object.slice(512)}9000`)
    expect(send('80cb000000')).toBe('6985')
  })

  it('refuse objects that do not fit, and blocks without a first one', () => {
    select()
    expect(send('80db000003810155')).toBe('6985')
    expect(send(`80db0080ff8182013a${'00'.repeat(251)}`)).toBe('63f1')
    expect(send(`80db000037${'00'.repeat(55)}`)).toBe('6a84')
    expect(send('80db008004810155 99'.replace(' ', ''))).toBe('6a80')
    expect(send('80cb0080018000')).toBe('800211229000')
    expect(send('80db004003810155')).toBe('6a86')
    expect(send('00db008003810155')).toBe('6e00')
    selectUsim()
    send('00a4000c026f3b')
    expect(send('80cb0080018000')).toBe('6981')
  })

  it('are updated only with permission', () => {
    selectUsim()
    send('00a4000c026ff8')
    expect(send('80cb0080018000')).toBe('800211229000')
    expect(send('80db008003810155')).toBe('6982')
  })
})

describe('PINs', () => {
  it('are blocked after three wrong attempts and unblocked with the PUK', () => {
    const wrong = '00200001083939393939393939'
    expect([send(wrong), send(wrong), send(wrong)]).toEqual(['63c2', '63c1', '63c0'])
    expect(verifyPin1()).toBe('6983')
    expect(send('002c0001100000000000000000' + '31313131ffffffff')).toBe('63c9')
    expect(send('002c0001103837363534333231' + '31313131ffffffff')).toBe('9000')
    expect(send('002000010831313131ffffffff')).toBe('9000')
  })

  it('can be changed, disabled and enabled', () => {
    expect(send('0024000110' + '31323334ffffffff' + '35353535ffffffff')).toBe('9000')
    expect(verifyPin1()).toBe('63c2')
    expect(send('002600010835353535ffffffff')).toBe('9000')
    expect(verifyPin1()).toBe('6984')
    selectUsim()
    send('00a4000c026f07')
    expect(send('00b0000000')).toBe('0809101010325476989000')
    expect(send('002800010835353535ffffffff')).toBe('9000')
  })

  it('report their remaining attempts, and unknown ones are refused', () => {
    expect(send('00200001')).toBe('63c3')
    expect(send('002000020831323334ffffffff')).toBe('6a88')
    expect(send('002000010431323334')).toBe('6700')
  })

  it('restore their attempts with the right value', () => {
    const wrong = '00200001083939393939393939'
    expect([send(wrong), send(wrong)]).toEqual(['63c2', '63c1'])
    expect(verifyPin1()).toBe('9000')
    expect(send('00200001')).toBe('63c3')
    expect(send('0024000110' + '39393939ffffffff' + '35353535ffffffff')).toBe('63c2')
    expect(send('00260001083939393939393939')).toBe('63c1')
    expect(verifyPin1()).toBe('9000')
    expect(send('0026000108' + '31323334ffffffff')).toBe('9000')
    expect(send('00280001083939393939393939')).toBe('63c2')
  })

  it('cannot be unblocked any more after ten wrong PUKs', () => {
    const wrong = '002c0001100000000000000000' + '31313131ffffffff'
    expect(Array.from({ length: 10 }, () => send(wrong))).toEqual(
      ['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'].map((left) => `63c${left}`),
    )
    expect(send('002c0001103837363534333231' + '31313131ffffffff')).toBe('6983')
    expect(send('002c0081')).toBe('6a88')
  })

  it('are refused with another P1', () => {
    for (const instruction of ['20', '24', '26', '28', '2c']) {
      expect(send(`00${instruction}0101083132333400000000`)).toBe('6a86')
    }
  })

  it('that are local are valid only in their application', () => {
    expect(send('00200081083131313131313131')).toBe('6a88')
    selectUsim()
    expect(send('00200081083131313131313131')).toBe('9000')
  })
})

describe('AUTHENTICATE', () => {
  const challenge = (seq: number, index: number) => {
    const autn = buildAutn(aka, { rand: RAND_1, sqn: joinSqn(seq, index), amf: fromHex('b9b9') })
    return `0088008122${toHex(concat(Uint8Array.of(16), RAND_1, Uint8Array.of(16), autn))}`
  }

  it('answers RES, CK and IK of TS 35.208 test set 1', () => {
    selectUsim()
    verifyPin1()
    expect(send(challenge(1, 0))).toBe(
      'db08a54211d5e3ba50bf10b40ba9a3c58b2a05bbf0d987b21bf8cb10f769bcd751044604127672711c6d3441' +
        '08eae4be823af9a08b9000',
    )
  })

  it('accepts the AUTN of test set 1 if the card does not limit jumps', () => {
    aka = { ...aka, checks: {} }
    channel = openUiccChannel({ ...channel, networkAccess: [{ aid: fromHex(USIM_AID), aka }] })
    selectUsim()
    verifyPin1()
    const autn = '55f328b43577b9b94a9ffac354dfafb3'
    expect(send(`008800812210${toHex(RAND_1)}10${autn}`)).toContain('db08a54211d5e3ba50bf')
  })

  it('is refused without the PIN and without an application', () => {
    expect(send(challenge(1, 0))).toBe('6985')
    selectUsim()
    expect(send(challenge(1, 0))).toBe('6982')
  })

  it('refuses a damaged AUTN', () => {
    selectUsim()
    verifyPin1()
    const good = challenge(1, 0)
    const damaged = good.slice(0, -2) + (good.endsWith('00') ? '01' : '00')
    expect(send(damaged)).toBe('9862')
    expect(send(good)).toMatch(/^db/)
  })

  it('requests resynchronisation for a repeated sequence number, with the highest one in AUTS', () => {
    selectUsim()
    verifyPin1()
    expect(send(challenge(7, 3))).toMatch(/^db/)
    const answer = send(challenge(7, 3))
    expect(answer).toMatch(/^dc0e[0-9a-f]{28}9000$/)
    const concealed = fromHex(answer.slice(4, 16))
    const ak = fromHex('451e8beca43b')
    expect(toHex(concealed.map((byte, at) => byte ^ ak[at]!))).toBe(toHex(joinSqn(7, 3)))
    expect(send(challenge(7, 4))).toMatch(/^db/)
    expect(send(challenge(6, 3))).toMatch(/^dc/)
  })

  it('requests resynchronisation if the sequence number jumps too far or is too old', () => {
    selectUsim()
    verifyPin1()
    expect(send(challenge(2 ** 28 + 1, 0))).toMatch(/^dc/)
    expect(send(challenge(2 ** 28, 0))).toMatch(/^db/)
    expect(send(challenge(2 ** 28 + 2 ** 20, 1))).toMatch(/^db/)
    expect(send(challenge(2 ** 20 - 1, 2))).toMatch(/^dc/)
    expect(send(challenge(2 ** 20, 2))).toMatch(/^db/)
  })

  it('answers a GSM challenge with SRES and Kc', () => {
    selectUsim()
    verifyPin1()
    expect(send(`008800801110${toHex(RAND_1)}`)).toBe('0446f8416a08eae4be823af9a08b9000')
    expect(send(`008800851110${toHex(RAND_1)}`)).toBe('6a86')
  })
})
