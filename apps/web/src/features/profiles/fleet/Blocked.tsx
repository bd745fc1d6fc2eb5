import { Alert, Anchor, Button } from '@mantine/core'
import type { ProfileRow } from '@simwright/contract/profiles/fleet'
import * as block from '@simwright/contract/provisioning/block'
import { IconBan, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { formatDate, formatTime } from '../../../base/time.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { useUnblock } from '../../../esim/unblock.ts'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { blockTexts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './BlockDevice.module.css'

const texts = blockTexts.device
const POLL_MS = 20_000
const nobody: ReadonlyMap<string, block.ProfileBlock> = new Map()
const Blocked = createContext(nobody)

/** Loads which of the rows have a blocked device, for `BlockedLine` in their cells. */
export function BlockedProvider({ rows, children }: { rows: readonly ProfileRow[] | undefined; children: ReactNode }) {
  const profileIds = (rows ?? []).flatMap(({ id, eid }) => (eid === null ? [] : [id]))
  const { data } = useAsk(
    block.ofProfiles,
    { profileIds },
    { enabled: profileIds.length > 0, pollMs: POLL_MS, keepPrevious: true },
  )
  const blocked = useMemo(() => new Map((data?.items ?? []).map((one) => [one.profileId, one])), [data])
  return <Blocked value={profileIds.length > 0 ? blocked : nobody}>{children}</Blocked>
}

const sinceText = ({ createdAt, createdBy }: block.ProfileBlock, format: (at: string) => string) =>
  createdBy === ''
    ? say(texts.sinceOnly, { time: format(createdAt) })
    : say(texts.since, { time: format(createdAt), name: createdBy })

/** Second line of a cell: since when the device is blocked, and a button that unblocks it. */
export function BlockedLine({ profileId }: { profileId: string }) {
  const rule = use(Blocked).get(profileId)
  const unblock = useUnblock()
  const mayEdit = useAllowed('Block_Edit')
  if (!rule) return null
  return (
    <Row gap={6} nowrap className={classes.line}>
      <IconBan size={14} aria-hidden />
      <Time at={rule.createdAt}>{sinceText(rule, formatDate)}</Time>
      {mayEdit && (
        <Anchor component="button" type="button" size="xs" onClick={() => unblock([rule.id], rule)}>
          {blockTexts.free.entry}
        </Anchor>
      )}
    </Row>
  )
}

/** In the drawer: by which rule the device is blocked, since when and by whom. */
export function BlockedNotice({ rule }: { rule: block.ProfileBlock }) {
  const masks = useMasks()
  const unblock = useUnblock()
  const { kind, value } = rule
  const by = { EID: undefined, EID_RANGE: texts.byRange, TAC: texts.byTac }[kind]
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconBan size={18} />}
      title={<Time at={rule.createdAt}>{sinceText(rule, formatTime)}</Time>}
      mb={12}
    >
      {by && <p style={{ marginBottom: 8 }}>{say(by, { value: masks.number(value) })}</p>}
      <Row gap="8 16">
        <Allowed need="Block_Edit">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShieldOff size={14} />}
            onClick={() => unblock([rule.id], rule)}
          >
            {blockTexts.free.entry}
          </Button>
        </Allowed>
        <Allowed need="Block_View">
          <Anchor component={Link} size="sm" {...linkTo(pages.block, { search: { search: value } })}>
            {texts.rule}
          </Anchor>
        </Allowed>
      </Row>
    </Alert>
  )
}

/** The rule that blocks the device of a profile; undefined if none does, or while it loads. */
export function useBlockOf({ id, eid }: Pick<ProfileRow, 'id' | 'eid'>): block.ProfileBlock | undefined {
  const { data } = useAsk(block.ofProfiles, { profileIds: [id] }, { enabled: eid !== null, pollMs: POLL_MS })
  return eid === null ? undefined : data?.items[0]
}
