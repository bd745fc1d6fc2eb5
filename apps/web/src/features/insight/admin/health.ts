import type { OutputOf } from '@simwright/contract/endpoint'
import type * as adminDashboard from '@simwright/contract/insight/admin-dashboard'

export type Health = OutputOf<typeof adminDashboard.health>
