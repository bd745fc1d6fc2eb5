import { type Endpoint, endpoints, type PermissionId, problems, visitPermissions } from '@simwright/contract'
import { expect, test } from 'vitest'
import {
  codeOf,
  createOwnedObjects,
  type Entry,
  entries,
  type OwnedObjects,
  sendAny,
} from '../../../testing/contract-entry.ts'
import { fingerprint, settleBackground } from '../../../testing/fingerprint.ts'
import { testServer } from '../../../testing/server.ts'
import { addSecondFactor, openTestVisit } from '../../../testing/visit.ts'

const t = await testServer()

/** What a visit gets. A file or a code is hidden, even if it only reads; the rest of what does not only read is refused. */
type Answer = 'the answer' | 'read-only' | 'hidden' | 'forbidden'

function expected({ reads, answer, revealsCodes, access }: Endpoint): Answer {
  if (!reads) return 'read-only'
  if (answer === 'file' || revealsCodes) return 'hidden'
  const needed = access === 'signed-in' ? [] : ([access].flat() as PermissionId[])
  return needed.length === 0 || needed.some((id) => visitPermissions.has(id)) ? 'the answer' : 'forbidden'
}

const answerOfCode = new Map<string | undefined, Answer>([
  [problems.visit_read_only.code, 'read-only'],
  [problems.visit_hidden.code, 'hidden'],
  [problems.forbidden.code, 'forbidden'],
])

/** These codes must not be in any answer. */
const codesOf = ({ matchingId, slug }: OwnedObjects) => [matchingId, slug]

test('a visit gets the views without codes, is refused everything else, and changes nothing', async () => {
  const enterprise = await t.enterprise('Canary Street')
  const theirs = await createOwnedObjects(enterprise)
  const staff = await t.staff()
  await addSecondFactor(t, staff)
  const visit = await openTestVisit(staff, enterprise.id)
  await settleBackground(t.server)
  const before = await fingerprint(t.server.db)
  const wrong: string[] = []
  const counts: Record<Answer, number> = { 'the answer': 0, 'read-only': 0, hidden: 0, forbidden: 0 }
  for (const { name, endpoint } of endpoints) {
    const entry = entries[name] as Entry | string | undefined
    if (endpoint.access === 'public' || typeof entry !== 'object') continue
    const { status, text } = await sendAny(visit, endpoint, entry.input(theirs))
    const wanted = expected(endpoint)
    const answer = answerOfCode.get(codeOf(text)) ?? (status === 200 ? 'the answer' : `${status} ${codeOf(text)}`)
    counts[wanted] += 1
    const isRight = answer === wanted || (wanted === 'the answer' && codeOf(text) === entry.ownerGets)
    if (!isRight) wrong.push(`${name}: ${answer}, not ${wanted}`)
    for (const code of codesOf(theirs)) if (text.includes(code)) wrong.push(`${name} reveals a code`)
  }
  process.stdout.write(`visit matrix: ${JSON.stringify(counts)}\n`)
  expect(wrong).toEqual([])
  expect(await fingerprint(t.server.db)).toEqual(before)
  expect(Object.keys(before)).toContain('profile')
})
