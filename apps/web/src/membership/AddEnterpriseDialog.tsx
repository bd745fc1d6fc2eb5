import { Text, TextInput } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { useMutation } from '../api/mutation.ts'
import { enterpriseTexts } from '../texts/enterprise.ts'
import { useCallForm } from '../ui/form/call-form.ts'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

const texts = enterpriseTexts.add

type AddEnterpriseDialogProps = { isOpen: boolean; onClose: () => void; onAdded: (id: string) => void }

export function AddEnterpriseDialog({ isOpen, onClose, onAdded }: AddEnterpriseDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={460}>
      <AddForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  )
}

function AddForm({ onClose, onAdded }: Omit<AddEnterpriseDialogProps, 'isOpen'>) {
  const add = useMutation(enterprise.add, { changes: [enterprise.list] })
  const { form, submit } = useCallForm(add, enterprise.add.input, {
    initialValues: { name: '' },
    send: (values) => values,
    onDone: ({ id }) => {
      onClose()
      onAdded(id)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      <TextInput label={texts.name} withAsterisk data-autofocus name="name" {...form.getInputProps('name')} />
      <FormButtons submit={texts.submit} isPending={add.isPending} onCancel={onClose} />
    </form>
  )
}
