import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../list.ts'

export const remove = endpoint({
  method: 'POST',
  path: '/sample/delete',
  access: 'Fleet_Delete',
  allGroups: true,
  summary: 'Remove the sample data of demo mode: its profiles, batch and configurations',
  input: nothing,
  output: z.object({ profiles: z.int(), configurations: z.int() }),
  dryRun: 'rolled back',
})
