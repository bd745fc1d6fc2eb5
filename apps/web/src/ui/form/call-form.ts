import type { z } from 'zod'
import type { Task } from '../../api/mutation.ts'
import { toast } from '../toast.ts'
import { showFaults, useEntryForm } from './form.ts'

type CallFormOptions<Values, In, Out> = {
  initialValues: Values
  /** The question before the call; nothing is sent unless it is answered with yes. */
  ask?: (values: Values) => Promise<boolean>
  /** What is sent for the values that were entered. */
  send: (values: Values) => In
  /** The notice of success. */
  done?: string | ((answer: Out, values: Values) => string)
  /** Runs after the notice: closes the dialog, for example. */
  onDone?: (answer: Out) => void
}

/**
 * A form that one call sends. The server's faults are shown under their fields, which are those of the call's input or
 * of its property `fields`.
 */
export function useCallForm<Schema extends z.ZodType<object, object>, In, Out>(
  call: Pick<Task<In, Out>, 'mutate'>,
  schema: Schema,
  { initialValues, ask, send, done, onDone }: CallFormOptions<z.input<Schema>, In, Out>,
) {
  const form = useEntryForm(schema, initialValues)
  const submit = form.onSubmit(async (values) => {
    if (ask && !(await ask(values))) return
    call.mutate(send(values), {
      onSuccess: (answer) => {
        if (done !== undefined) toast.success(typeof done === 'string' ? done : done(answer, values))
        onDone?.(answer)
      },
      onError: (problem) => showFaults(form, problem, 'fields'),
    })
  })
  return { form, submit }
}
