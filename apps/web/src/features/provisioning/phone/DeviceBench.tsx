import { Button, Switch } from '@mantine/core'
import { type PhoneFault, phoneFaults } from '@simwright/contract/provisioning/virtual-phone'
import { virtualPhoneTexts } from '../../../texts/virtual-phone.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { PhoneControls } from './PhoneActions.tsx'

const texts = virtualPhoneTexts.bench

type DeviceBenchProps = PhoneControls & { isStepwise: boolean; onStepwise: (isOn: boolean) => void }

/** A code that no profile has: confirmation codes of the portal have 4 to 8 digits. */
const WRONG_CODE = '0'

/** Downloads that do not go as they should, and each call only when the user asks for it. */
export function DeviceBench({ phone, isBusy, onAct, isStepwise, onStepwise }: DeviceBenchProps) {
  const isPossible = (fault: PhoneFault) => !isBusy && (fault === 'OTHER_EUICC') === Boolean(phone?.profile)
  return (
    <Panel title={texts.title} text={texts.text}>
      <Stack>
        <Switch
          label={texts.stepByStep}
          checked={isStepwise}
          onChange={(event) => onStepwise(event.currentTarget.checked)}
        />
        <Row>
          {phone?.needsConfirmationCode && (
            <Button
              variant="default"
              size="xs"
              disabled={isBusy || phone.profile !== null}
              onClick={() => onAct({ action: 'DOWNLOAD', confirmationCode: WRONG_CODE })}
            >
              {texts.wrongCode}
            </Button>
          )}
          {phoneFaults.map((fault) => (
            <Button
              key={fault}
              variant="default"
              size="xs"
              disabled={!isPossible(fault)}
              onClick={() => onAct({ action: 'DOWNLOAD', fault })}
            >
              {texts.faults[fault]}
            </Button>
          ))}
        </Row>
      </Stack>
    </Panel>
  )
}
