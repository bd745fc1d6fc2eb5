import { concat, fromHex, toHex } from '@simwright/asn1'
import type { Euicc } from '@simwright/euicc'

/** AID prefix of a USIM and an ISIM (ETSI TS 101 220, annex E). */
const applications = { usim: 'a0000000871002', isim: 'a0000000871004' } as const
/** The temporary identifiers of the applications' directories in paths of a card image. */
const adfs: Readonly<Record<string, CardApplication>> = { '7ff0': 'usim', '7ff1': 'isim' }
export type CardApplication = keyof typeof applications

const OK = '9000'

/** ETSI TS 102 221, 9.5.1. */
const pinReferences = { PIN1: '01', PIN2: '81', ADM1: '0a' } as const

const codeOf = (digits: string) => toHex(new TextEncoder().encode(digits)).padEnd(16, 'f')

/** Reads files of the enabled profile over the basic channel, as a phone does. Throws when the card refuses. */
export function cardReader({ euicc }: { readonly euicc: Pick<Euicc, 'transmit'> }) {
  function send(apdu: string): string {
    const answer = toHex(euicc.transmit(fromHex(apdu)))
    const [data, status] = [answer.slice(0, -4), answer.slice(-4)]
    if (status.startsWith('61')) return data + send(`00c00000${status.slice(2)}`)
    if (status !== OK) throw new Error(`the card answered ${status} to ${apdu.slice(0, 8)}`)
    return data
  }
  const length = (bytes: number) => bytes.toString(16).padStart(2, '0')
  const selectApplication = (application: CardApplication) => {
    const aid = applications[application]
    send(`00a40404${length(aid.length / 2)}${aid}00`)
  }
  /** Selects by path from the current application. */
  const selectFile = (path: string) => send(`00a40804${length(path.length / 2)}${path}00`)
  /** The file at a path from the MF on, such as `3f007ff06f46`; the second identifier may be that of an application. */
  const selectPath = (path: string) => {
    const [, application] = Object.entries(adfs).find(([fid]) => path.startsWith(`3f00${fid}`)) ?? []
    if (application === undefined) return send(`00a40804${length(path.length / 2 - 2)}${path.slice(4)}00`)
    selectApplication(application)
    return selectFile(`7fff${path.slice(8)}`)
  }
  return {
    /** VERIFY PIN (ETSI TS 102 221, 11.1.9) in the USIM. @throws Error with the status of a wrong one */
    verifyPin(digits: string, reference: keyof typeof pinReferences = 'PIN1'): void {
      selectApplication('usim')
      send(`002000${pinReferences[reference]}08${codeOf(digits)}`)
    },
    /** UNBLOCK PIN with a new PIN (ETSI TS 102 221, 11.1.13). @throws Error with the status of a wrong PUK */
    unblockPin(puk: string, reference: 'PIN1' | 'PIN2'): void {
      selectApplication('usim')
      send(`002c00${pinReferences[reference]}10${codeOf(puk)}${codeOf('2580')}`)
    },
    /** The content of a transparent file, or the first record of another one, by its path from the MF on. */
    file(path: string): string {
      const isTransparent =
        (Number.parseInt(/^62..(?:80....)?82..(..)/.exec(selectPath(path))?.[1] ?? '', 16) & 7) === 1
      return send(isTransparent ? '00b0000000' : '00b2010400')
    },
    /**
     * Up to 256 bytes of a transparent file of an application from an offset on, by its path below the ADF, such as
     * `6f46`.
     */
    binary(application: CardApplication, path: string, offset = 0): string {
      selectApplication(application)
      selectFile(`7fff${path}`)
      return send(`00b0${offset.toString(16).padStart(4, '0')}00`)
    },
    record(application: CardApplication, path: string, number: number): string {
      selectApplication(application)
      selectFile(`7fff${path}`)
      return send(`00b2${length(number)}0400`)
    },
    /** AUTHENTICATE in the 3G security context: the answer to RAND and AUTN (3GPP TS 31.102, 7.1.2). */
    authenticate(application: CardApplication, rand: Uint8Array, autn: Uint8Array): string {
      selectApplication(application)
      return send(
        toHex(concat(fromHex('0088008122'), Uint8Array.of(16), rand, Uint8Array.of(16), autn, Uint8Array.of(0))),
      )
    },
  }
}
