import { Button } from '@mantine/core'
import type { PackageInspection, PackageSource } from '@simwright/contract/profiles/inspection'
import * as inspection from '@simwright/contract/profiles/inspection'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { Findings } from './Findings.tsx'
import { inspectionTexts as texts } from './inspection-texts.ts'
import { PackageTree } from './PackageTree.tsx'

/** A package that was read. A long one comes in pages, each when the user asks for it. */
export function InspectedPackage({ page, source }: { page: PackageInspection; source: PackageSource }) {
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
