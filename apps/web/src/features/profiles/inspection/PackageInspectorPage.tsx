import { Alert, Button, Switch } from '@mantine/core'
import type { PackageComparison, PackageInspection, PackageSource } from '@simwright/contract/profiles/inspection'
import * as inspection from '@simwright/contract/profiles/inspection'
import { IconAlertTriangle, IconArrowsDiff, IconBinaryTree } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { Findings } from './Findings.tsx'
import { inspectionTexts as texts } from './inspection-texts.ts'
import { PackageTree } from './PackageTree.tsx'
import { SourceFields } from './SourceFields.tsx'

/** Shows a package as a tree in words, or what is different in another one. The address may name configurations. */
export function PackageInspectorPage() {
  const inspector = usePackageInspector()
  const { first, second, isComparing, task } = inspector
  return (
    <>
      <PageHeader title={pageTexts.packageInspector} text={texts.purpose} />
      <Grid columns="minmax(0, 400px) minmax(0, 1fr)" singleBelow="62em" gap={24} align="start">
        <Stack>
          <Panel title={texts.package}>
            <Stack>
              <SourceFields
                value={first}
                onChange={inspector.setFirst}
                error={faultOf(task.error, isComparing ? 'first' : 'source')}
              />
              <Switch
                label={texts.compareSwitch}
                checked={isComparing}
                onChange={(event) => inspector.setIsComparing(event.currentTarget.checked)}
              />
            </Stack>
          </Panel>
          {isComparing && (
            <Panel title={texts.other}>
              <Stack>
                <SourceFields value={second} onChange={inspector.setSecond} error={faultOf(task.error, 'second')} />
              </Stack>
            </Panel>
          )}
          <Button
            leftSection={isComparing ? <IconArrowsDiff size={16} /> : <IconBinaryTree size={16} />}
            disabled={first === undefined || (isComparing && second === undefined)}
            loading={task.isPending}
            onClick={inspector.start}
          >
            {isComparing ? texts.compare : texts.inspect}
          </Button>
        </Stack>
        <Result {...inspector} />
      </Grid>
    </>
  )
}

/** The chosen packages, and the calls that inspect or compare them; those of the address are inspected at once. */
function usePackageInspector() {
  const [address] = useAddress(pages.packageInspector)
  const [first, setFirst] = useState(() => sourceOf(address.configuration, address.version))
  const [second, setSecond] = useState(() => sourceOf(address.other, address.otherVersion))
  const [isComparing, setIsComparing] = useState(second !== undefined)
  const inspect = useMutation(inspection.inspect, { silent: true })
  const compare = useMutation(inspection.compare, { silent: true })
  const [asked, setAsked] = useState<{ first: PackageSource; second: PackageSource | undefined; time: number }>()
  const start = () => {
    if (!first) return
    setAsked({ first, second, time: (asked?.time ?? 0) + 1 })
    if (!isComparing) inspect.mutate({ source: first })
    else if (second) compare.mutate({ first, second })
  }
  const startGiven = useEffectEvent(start)
  useEffect(startGiven, [])
  const task = isComparing ? compare : inspect
  const shown = { inspected: inspect.data, compared: compare.data, asked }
  return { first, setFirst, second, setSecond, isComparing, setIsComparing, task, ...shown, start }
}

type ResultProps = Pick<
  ReturnType<typeof usePackageInspector>,
  'isComparing' | 'task' | 'inspected' | 'compared' | 'asked'
>

function Result({ isComparing, task, inspected, compared, asked }: ResultProps) {
  // a faulty package is named next to its input
  const failure = task.error?.faults.length === 0 ? task.error : undefined
  return (
    <Stack aria-live="polite">
      {failure && <Failure problem={failure} />}
      {!task.data && !failure && (
        <Panel>
          <EmptyState drawing="search" title={texts.waiting} text={texts.waitingText} />
        </Panel>
      )}
      {!isComparing && inspected && asked && (
        <InspectedPackage key={asked.time} page={inspected} source={asked.first} />
      )}
      {isComparing && compared && asked?.second && (
        <ComparedPackages key={asked.time} page={compared} first={asked.first} second={asked.second} />
      )}
    </Stack>
  )
}

/** The package of a configuration that the address names. */
function sourceOf(id: string | undefined, version: string | undefined): PackageSource | undefined {
  if (id === undefined) return undefined
  return { kind: 'configuration', id, ...(version === undefined ? {} : { version: Number(version) }) }
}

/** The server's error of one of the packages. */
const faultOf = (problem: Problem | null, path: string): string | undefined =>
  problem?.faults.find((fault) => fault.path.startsWith(path))?.text

function Failure({ problem }: { problem: Problem }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={texts.failed}>
      {problem.message}
    </Alert>
  )
}

type Compared = { page: PackageComparison; first: PackageSource; second: PackageSource }

/** What is different in the second package. A long list comes in pages, each when the user asks for it. */
function ComparedPackages({ page, first, second }: Compared) {
  const [later, setLater] = useState<readonly PackageComparison[]>([])
  const load = useMutation(inspection.compare, { onSuccess: (loaded) => setLater([...later, loaded]) })
  const { next } = later.at(-1) ?? page
  return (
    <>
      <DifferenceList differences={[page, ...later].flatMap((one) => one.differences)} count={page.total} />
      {next !== null && (
        <Button variant="default" loading={load.isPending} onClick={() => load.mutate({ first, second, from: next })}>
          {texts.moreDifferences}
        </Button>
      )}
    </>
  )
}

/** A package that was read. A long one comes in pages, each when the user asks for it. */
function InspectedPackage({ page, source }: { page: PackageInspection; source: PackageSource }) {
  const [later, setLater] = useState<readonly PackageInspection[]>([])
  const load = useMutation(inspection.inspect, { onSuccess: (loaded) => setLater([...later, loaded]) })
  const { next } = later.at(-1) ?? page
  const parts = [page, ...later].flatMap((one) => one.parts)
  return (
    <>
      <Findings findings={page.findings} count={page.findingCount} />
      <PackageTree inspection={{ ...page, parts }} />
      {next !== null && (
        <Button variant="default" loading={load.isPending} onClick={() => load.mutate({ source, from: next })}>
          {texts.moreParts}
        </Button>
      )}
    </>
  )
}
