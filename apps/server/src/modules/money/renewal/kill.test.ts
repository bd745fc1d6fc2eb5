import { expect, test } from 'vitest'
import { openKillScene } from '../../../testing/stripe/kill-scene.ts'

const ROUNDS = 10
const CLIENTS = 40

/** Only `npm run prove money` runs it: it starts the server 31 times. */
test.runIf(process.env.PROOF === 'on')(
  `${ROUNDS} SIGKILLs during renewals and ${ROUNDS} during webhooks: nothing is charged twice, nothing is lost`,
  async () => {
    const scene = await openKillScene()
    await scene.addRenewing(CLIENTS)
    for (let round = 1; round <= ROUNDS; round += 1) {
      await scene.killDuringRenewals(round)
      await scene.killDuringWebhooks(CLIENTS)
      await scene.settle(round)
      expect(await scene.breaches(round)).toEqual([])
    }
    expect(scene.interrupted).toEqual({ renewals: ROUNDS, webhooks: ROUNDS })
  },
)
