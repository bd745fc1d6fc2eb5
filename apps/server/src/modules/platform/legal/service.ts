import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/legal'
import { type LegalKind, type LegalText, type LegalVersions, legalKinds } from '@simwright/contract/platform/legal'
import type { PlatformId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { fault } from '../../../http/input.ts'
import type { LegalServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import {
  deletePlanned,
  insertText,
  selectCurrent,
  selectLastVersion,
  selectText,
  selectVersions,
  type TextRecord,
  type VersionRecord,
} from './queries.ts'

export { listConsents, recordConsent, requireConsent } from './consent.ts'

export async function currentTexts(server: Server, platformId: PlatformId): Promise<OutputOf<typeof contract.current>> {
  return { texts: await selectCurrent(server.db.global, platformId, server.clock.now()) }
}

/** A published version of a text; by default the one that applies. */
export async function readText(
  server: Server,
  platformId: PlatformId,
  { kind, version }: ParsedInputOf<typeof contract.read>,
): Promise<OutputOf<typeof contract.read>> {
  const db = server.db.global
  const texts = await selectCurrent(db, platformId, server.clock.now())
  const current = texts.find((text) => text.kind === kind)?.version ?? null
  const wanted = version ?? current
  // a higher version is not published yet
  if (current === null || wanted === null || wanted > current) return { text: null, current }
  const stored = await selectText(db, { platformId, kind }, wanted)
  return { text: stored ? textOf(stored) : null, current }
}

const textOf = ({ version, body, published_at }: TextRecord): LegalText => ({
  version,
  body,
  publishedAt: published_at.toISOString(),
})

/** Every version of the texts of all platforms, by name. */
export async function listTexts(server: Server): Promise<OutputOf<typeof contract.list>> {
  const versions = await selectVersions(server.db.global, server.clock.now())
  const platforms = server.platforms.all().map(({ id: platformId, app_name: platform, sys }) => {
    const own = versions.filter(({ platform_id }) => platform_id === platformId)
    return { platformId, platform, sys, texts: legalKinds.map((kind) => versionsOf(kind, own, server.clock.now())) }
  })
  return { platforms: platforms.sort((a, b) => a.platform.localeCompare(b.platform)) }
}

function versionsOf(kind: LegalKind, all: readonly VersionRecord[], at: Date): LegalVersions {
  const rows = all.filter((row) => row.kind === kind)
  const [current, ...earlier] = rows.filter(({ published_at }) => published_at <= at)
  const planned = rows.find(({ published_at }) => published_at > at)
  const withBody = (row: VersionRecord | undefined) => (row ? textOf({ ...row, body: row.body ?? '' }) : null)
  return {
    kind,
    version: rows[0]?.version ?? 0,
    current: withBody(current),
    planned: withBody(planned),
    earlier: earlier.map(({ version, published_at }) => ({ version, publishedAt: published_at.toISOString() })),
  }
}

/** @throws Problem changed_meanwhile, not_found, invalid for a time in the past */
export async function publishText(
  server: Server,
  { platformId, kind, version, fields: { body, publishedAt } }: ParsedInputOf<typeof contract.publish>,
): Promise<OutputOf<typeof contract.publish>> {
  const { app_name: name } = server.platforms.byId(platformId) ?? notFound()
  const at = server.clock.now()
  const from = publishedAt === null ? at : new Date(publishedAt)
  if (from < at) throw fault('fields.publishedAt', 'future', 'Choose a time in the future.')
  const next = { platformId, kind, version: version + 1, body, publishedAt: from, at }
  await server.db.globalTx(async (db) => {
    if ((await selectLastVersion(db, next)) !== version) throw new Problem('changed_meanwhile')
    await deletePlanned(db, next, at)
    if (!(await insertText(db, next))) throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'legal.published',
      object: { id: platformId, name },
      after: { text: kind, version: version + 1, publishedAt: from },
    })
  })
  return { version: version + 1 }
}

/** @throws Problem changed_meanwhile if the version is published, or is not the planned one */
export async function withdrawText(
  server: Server,
  { platformId, kind, version }: ParsedInputOf<typeof contract.withdraw>,
): Promise<OutputOf<typeof contract.withdraw>> {
  const { app_name: name } = server.platforms.byId(platformId) ?? notFound()
  await server.db.globalTx(async (db) => {
    const isLast = (await selectLastVersion(db, { platformId, kind })) === version
    const deleted = isLast ? await deletePlanned(db, { platformId, kind }, server.clock.now()) : 0
    if (deleted === 0) throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'legal.withdrawn',
      object: { id: platformId, name },
      before: { text: kind, version },
    })
  })
  return {}
}

function notFound(): never {
  throw new Problem('not_found')
}
