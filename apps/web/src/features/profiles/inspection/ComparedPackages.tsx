import { Button } from '@mantine/core'
import type { PackageComparison, PackageSource } from '@simwright/contract/profiles/inspection'
import * as inspection from '@simwright/contract/profiles/inspection'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { inspectionTexts as texts } from './inspection-texts.ts'

type Compared = { page: PackageComparison; first: PackageSource; second: PackageSource }

/** What is different in the second package. A long list comes in pages, each when the user asks for it. */
export function ComparedPackages({ page, first, second }: Compared) {
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
