import { tacReadings } from '@simwright/rsp'
import type { PoolId } from '../../../db/row-id.ts'
import type { Guard } from '../../../db/write-together.ts'
import { downloadGuard } from '../../platform/plans/service.ts'
import { orderAttemptGuard, type Transition } from '../../profiles/lifecycle/service.ts'
import { claimGuards, type PoolMembership } from '../../profiles/pools/service.ts'
import { requireUnblocked } from './block.ts'
import { isFirstDownload, readCodeRecord, readFreeCode, type UnlockedCode } from './code-record.ts'
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
import { whyClosed } from './pool-profile.ts'
import { attempt } from './record.ts'
import { firstStep } from './session.ts'
import { cachedConfiguration, causeOf, type Smdp } from './smdp.ts'
import { readUnlocked, recordUnlocked } from './unlocked.ts'

/** What a device can be offered, and what its offer changes. */
type Offerable = {
  code: UnlockedCode
  transition: Transition
  /** See `recordUnlocked`. */
  campaign?: readonly Guard[]
  guards?: readonly Guard[]
  membership?: PoolMembership
}

/** Offers the profile of a code of one profile, or a free one of a campaign, to a device that is new to it, if nothing hinders it. */
export async function authenticateUnlocked(smdp: Smdp, offering: Offering): Promise<Answer | undefined> {
  const { ref, client, session, address } = offering
  const { enterpriseId, poolId } = ref
  if (smdp.trial || smdp.platforms.hasSmdpHosts()) return undefined
  const { eid } = client
  const at = smdp.clock.now()
  const tacs = tacReadings(client.deviceInfo.tac)
  const found = await (poolId === undefined ? findOwn(smdp, offering, at) : findFree(smdp, { ...offering, poolId }, at))
  const ready = found && cachedConfiguration(smdp, enterpriseId, found.code)
  if (!ready) return undefined
  const { code, transition, campaign, guards = [], membership } = found
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
  const facts = { ...factsOf({ client, code, enterpriseId, smdpSignature2, device }), ...poolFacts(membership) }
  const step: Guard = { name: 'session', sql: () => firstStep(session, { to: 'AUTHENTICATED', facts, address, at }) }
  const isRecorded = await recordUnlocked(smdp, {
    ...{ cause, code, transition, plan: downloadGuard({ enterpriseId, at }), guards: [...guards, step] },
    ...(campaign ? { campaign } : {}),
    also: evidenceWrites({ offering, cause, tac: tacs[0], refusal: undefined, isKnown: code.is_device_known! }),
  })
  return isRecorded ? answer : undefined
}

/** What both kinds of codes are read with. */
function readingOf({ ref, client }: Offering) {
  const { eid } = client
  const tacs = tacReadings(client.deviceInfo.tac)
  return { enterpriseId: ref.enterpriseId, device: { eid, tacs }, tacs, keys: 'with-keys', knownOf: eid } as const
}

/** The profile of a code of one profile. */
async function findOwn(smdp: Smdp, offering: Offering, at: Date): Promise<Offerable | undefined> {
  const { ref, client } = offering
  const { enterpriseId, id: activationCodeId } = ref
  const { eid } = client
  const of = { ...readingOf(offering), code: { activationCodeId }, attemptsOf: eid }
  const code = await readUnlocked(smdp, enterpriseId, (last) => readCodeRecord(last, of))
  const nthAttempt = (code?.device_attempts ?? 0) + 1
  if (!code || !isFirstDownload(code, 'own code') || nthAttempt > code.max_attempts) return undefined
  return {
    code,
    transition: { kind: 'authenticated', nthAttempt },
    guards: [orderAttemptGuard({ enterpriseId, orderId: code.order_id, eid, at, nth: nthAttempt })],
  }
}

/** A free profile of a campaign, which is reserved for the device until the session ends. */
async function findFree(smdp: Smdp, offering: Offering & { poolId: PoolId }, at: Date): Promise<Offerable | undefined> {
  const { ref, poolId, client, session } = offering
  const { enterpriseId } = ref
  const { eid } = client
  const found = await readUnlocked(smdp, enterpriseId, (last) =>
    readFreeCode(last, { ...readingOf(offering), poolId, eid }),
  )
  if (!found || !isFirstDownload(found, 'campaign')) return undefined
  const { pool_phase: phase, pool_starts_at: starts_at, pool_ends_at: ends_at, campaign_code_state: code_state } = found
  if (!phase || !code_state || whyClosed({ phase, starts_at, ends_at, code_state }, at) !== undefined) return undefined
  const campaign = claimGuards({ row: found, enterpriseId, eid, at, until: session.endsAt })
  return (
    campaign && {
      code: { ...found, sealed_confirmation: found.campaign_confirmation ?? null },
      transition: { kind: 'reservedFor' },
      campaign,
      membership: { enterpriseId, poolId, profileId: found.profile_id, eid },
    }
  )
}
