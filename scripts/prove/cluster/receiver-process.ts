import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Receives webhooks on this machine, and appends the id and the ICCID of each to a file. */
const [port, file] = process.argv.slice(2) as [string, string]

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { iccid } = JSON.parse(Buffer.concat(chunks).toString()) as { iccid: string }
    appendFileSync(file, `${request.headers['webhook-id']} ${iccid}\n`)
    response.end()
  })
}).listen(Number(port), '127.0.0.1')
