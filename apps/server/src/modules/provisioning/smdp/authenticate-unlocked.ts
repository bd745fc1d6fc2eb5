import { tacReadings } from '@simwright/rsp'
import { downloadGuard } from '../../platform/plans/service.ts'
import { orderAttemptGuard } from '../../profiles/lifecycle/service.ts'
import { requireUnblocked } from './block.ts'
import { isFirstDownload, readCodeRecord } from './code-record.ts'
import {
  type Answer,
  buildOffer,
  checkCode,
  checkTrust,
  evidenceWrites,
  factsOf,
  type Offering,
  poolFacts,
  releaseOf,
} from './offer.ts'
import { attempt } from './record.ts'
import { firstStep } from './session.ts'
import { cachedConfiguration, causeOf, type Smdp } from './smdp.ts'
import { readUnlocked, recordUnlocked } from './unlocked.ts'

/** Offers the profile of a code of one profile to the first device that wants it, if nothing hinders it. */
export async function authenticateUnlocked(smdp: Smdp, offering: Offering): Promise<Answer | undefined> {
  const { ref, client, session, address } = offering
  const { enterpriseId, poolId } = ref
  if (smdp.trial || poolId !== undefined || smdp.platforms.hasSmdpHosts()) return undefined
  const { eid } = client
  const at = smdp.clock.now()
  const tacs = tacReadings(client.deviceInfo.tac)
  const of = { enterpriseId, code: ref.id, device: { eid, tacs }, tacs, keys: 'with-keys', attemptsOf: eid } as const
  const code = await readUnlocked(smdp, enterpriseId, (last) => readCodeRecord(last, of))
  const ready = code && isFirstDownload(code) && cachedConfiguration(smdp, enterpriseId, code)
  const nthAttempt = (code?.device_attempts ?? 0) + 1
  if (!ready || nthAttempt > code.max_attempts) return undefined
  const outcome = await attempt(() => {
    requireUnblocked(code)
    checkCode(code, client, at)
    checkTrust(smdp, session, code)
    return buildOffer(smdp, { enterpriseId, client, session, code, ready, upp: undefined })
  })
  if ('refusal' in outcome) return undefined
  const device = { brand: code.tac_brand ?? null, model: code.tac_model ?? null, release: releaseOf(client) }
  const cause = { ...causeOf(smdp, { enterpriseId, at, eid, address, messageId: smdp.random.uuid() }), device }
  const { answer, smdpSignature2 } = outcome.done
  const facts = { ...factsOf({ client, code, enterpriseId, smdpSignature2, device }), ...poolFacts(undefined) }
  const isRecorded = await recordUnlocked(smdp, {
    ...{ cause, code, transition: { kind: 'authenticated', nthAttempt }, plan: downloadGuard({ enterpriseId, at }) },
    also: evidenceWrites({ offering, cause, tac: tacs[0], refusal: undefined, isKnown: code.is_device_known! }),
    guards: [
      orderAttemptGuard({ enterpriseId, orderId: code.order_id, eid, at, nth: nthAttempt }),
      firstStep(session, { to: 'AUTHENTICATED', facts, address, at }),
    ],
  })
  return isRecorded ? answer : undefined
}
