import type { Role } from '@simwright/contract/people/team'
import { rolePermissions } from '@simwright/contract/permission'
import { hoursAgo, sampleId } from './sample.ts'

export const ownRole: Role = {
  id: sampleId(1310),
  name: 'Field team',
  builtIn: false,
  permissions: ['Fleet_View', 'Fleet_Edit', 'Generate_Ac_View'],
  members: 3,
  grantable: true,
  version: 2,
  updatedAt: hoursAgo(50),
}

const builtIn = (name: 'Owner' | 'Viewer', members: number): Role => ({
  id: name,
  name,
  builtIn: true,
  permissions: [...rolePermissions[name]],
  members,
  grantable: true,
  version: 0,
  updatedAt: null,
})

export const roles: Role[] = [builtIn('Owner', 1), builtIn('Viewer', 0), ownRole]
