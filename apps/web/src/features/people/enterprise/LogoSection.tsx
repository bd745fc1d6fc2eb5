import { Button } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { IMAGE_KIB, IMAGE_PIXELS } from '@simwright/contract/platform/white-label'
import { useMutation } from '../../../api/mutation.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { enterpriseTexts } from '../../../texts/enterprise.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './LogoSection.module.css'

const texts = enterpriseTexts.logo
const changes = [enterprise.settings, enterprise.list, enterpriseInfo]

/** The logo of the enterprise account; it is uploaded as soon as it is chosen. */
export function LogoSection({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const mayEdit = useAllowed('Enterprise_Edit')
  const remove = useMutation(enterprise.removeLogo, { changes, onSuccess: () => toast.success(texts.removed) })
  return (
    <FormSection title={texts.title} text={texts.text}>
      {logoUrl ? (
        <Row gap={16}>
          <img className={classes.logo} src={logoUrl} alt={say(texts.alt, { name })} />
          {mayEdit && (
            <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate({})}>
              {texts.remove}
            </Button>
          )}
        </Row>
      ) : (
        !mayEdit && <Note>{texts.none}</Note>
      )}
      {mayEdit && <LogoInput />}
    </FormSection>
  )
}

function LogoInput() {
  const save = useUpload(enterprise.saveLogo, { silent: true, changes, onSuccess: () => toast.success(texts.saved) })
  const refusal = save.error && (save.error.faults[0]?.text ?? save.error.message)
  const take = (file: File | undefined) => {
    save.reset()
    if (file) save.mutate({ file, fields: {} })
  }
  return (
    <DropArea
      label={texts.choose}
      hint={say(texts.hint, { kib: IMAGE_KIB, pixels: IMAGE_PIXELS })}
      accept={['.png', '.jpg', '.jpeg', '.webp', '.svg']}
      maxBytes={IMAGE_KIB * 1024}
      file={undefined}
      onFile={take}
      uploadShare={save.share}
      error={refusal}
    />
  )
}
