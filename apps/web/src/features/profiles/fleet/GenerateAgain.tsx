import { Button } from '@mantine/core'
import { operationTable } from '@simwright/contract/provisioning/operation-kind'
import { useState } from 'react'
import { OperationStrip } from '../../../esim/OperationStrip.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { OperationDialog } from './OperationDialog.tsx'

/** Generates a new activation code for a profile whose code can no longer be used. */
export function GenerateAgain({ profileId, label = operationTable.AGAIN.name }: { profileId: string; label?: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const [running, setRunning] = useState<string>()
  if (!useAllowed('Generate_Ac_Create')) return null
  return (
    <>
      <Row mt={12}>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </Row>
      {running && (
        <div style={{ margin: '12px 0 -16px' }}>
          <OperationStrip id={running} onUndo={setRunning} onClose={() => setRunning(undefined)} />
        </div>
      )}
      <OperationDialog
        kind={isAsking ? 'AGAIN' : undefined}
        selection={{ ids: [profileId] }}
        onClose={() => setIsAsking(false)}
        onStarted={(id) => {
          setRunning(id)
          setIsAsking(false)
        }}
      />
    </>
  )
}
