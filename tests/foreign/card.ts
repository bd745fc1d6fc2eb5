import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const ISDR = 'A0000005591010FFFFFFFF8900000100'
const SEGMENT_BYTES = 120

/** The ISD-R of a card, accessed through a program that reads one JSON object per line. */
export type Card = {
  /** Sends STORE DATA in segments. @returns the answer to the last segment */
  storeData(bytes: Buffer): Promise<Buffer>
  close(): Promise<void>
}

type Payload = { ecode: number; data?: string }

export async function openCard([program = '', ...args]: readonly string[]): Promise<Card> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const call = caller(child)
  await call('connect')
  const { ecode: channel } = await call('logic_channel_open', ISDR)
  if (channel < 1) throw new Error('the card has no ISD-R')

  async function transmit(apdu: Buffer): Promise<{ data: Buffer; sw: number }> {
    const { ecode, data } = await call('transmit', apdu.toString('hex'))
    if (ecode !== 0) throw new Error('the card did not answer')
    const answer = Buffer.from(data!, 'hex')
    return { data: answer.subarray(0, -2), sw: answer.readUInt16BE(answer.length - 2) }
  }

  async function storeData(bytes: Buffer): Promise<Buffer> {
    for (let number = 0; ; number++) {
      const block = bytes.subarray(number * SEGMENT_BYTES, (number + 1) * SEGMENT_BYTES)
      const isLast = (number + 1) * SEGMENT_BYTES >= bytes.length
      const header = Buffer.of(0x80 | channel, 0xe2, isLast ? 0x91 : 0x11, number & 0xff, block.length)
      let answer = await transmit(Buffer.concat([header, block]))
      const parts = [answer.data]
      while (answer.sw >> 8 === 0x61) {
        answer = await transmit(Buffer.of(0x80 | channel, 0xc0, 0, 0, answer.sw & 0xff))
        parts.push(answer.data)
      }
      if (answer.sw !== 0x9000) throw new Error(`STORE DATA was answered ${answer.sw.toString(16)}`)
      if (isLast) return Buffer.concat(parts)
    }
  }

  return {
    storeData,
    close: async () => {
      await call('logic_channel_close', channel)
      await call('disconnect')
      child.stdin!.end()
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

/** Ignores lines that are not JSON, such as the header of `npm run`. */
function caller(child: ChildProcess) {
  const waiting: { resolve: (payload: Payload) => void; reject: (error: Error) => void }[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('{')) waiting.shift()?.resolve((JSON.parse(line) as { payload: Payload }).payload)
  })
  child.once('exit', (code) => {
    for (const one of waiting) one.reject(new Error(`the card's program ended with ${code}`))
  })
  return (func: string, param: unknown = null): Promise<Payload> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.stdin!.write(`${JSON.stringify({ type: 'apdu', payload: { func, param } })}\n`)
    })
}
