import { profileTexts } from '../texts/profile.ts'
import { CopyField } from '../ui/CopyField.tsx'
import classes from './ManualFields.module.css'
import { useMasks } from './privacy.ts'

const { names } = profileTexts

/** The parts of an activation code as a device asks for them when there is no camera. */
export function ManualFields({ smdpAddress, matchingId }: { smdpAddress: string; matchingId: string }) {
  const masks = useMasks()
  return (
    <div className={classes.fields}>
      <CopyField label={names.smdpAddress} value={smdpAddress} />
      <CopyField label={names.matchingId} value={matchingId} shown={masks.code(matchingId)} />
    </div>
  )
}
