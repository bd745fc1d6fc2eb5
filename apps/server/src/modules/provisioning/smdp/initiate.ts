import { type Es9Answer, type Es9Request, initiateAuthentication } from '@simwright/rsp'
import { addressesOf } from './host.ts'
import { insertSession, SESSION_LIFE_MS } from './session.ts'
import type { Smdp } from './smdp.ts'

/** ES9+.InitiateAuthentication (SGP.22, 5.6.1). @throws RspRefusal */
export async function initiate(
  smdp: Smdp,
  request: Es9Request<'initiateAuthentication'>,
  address: string,
): Promise<Es9Answer<'initiateAuthentication'>> {
  const at = smdp.clock.now()
  const { all, trustedCiKeyIds } = smdp.credentials()
  const { answer, session } = initiateAuthentication({
    request,
    server: { addresses: addressesOf(smdp, request.smdpAddress), trustedCiKeyIds, credentials: all },
    random: (length) => smdp.random.bytes(length),
    endsAt: new Date(at.getTime() + SESSION_LIFE_MS),
  })
  const trialId = smdp.trial?.id
  await insertSession(smdp.db.global, { ...session, euiccChallenge: request.euiccChallenge, address, trialId, at })
  return answer
}
