import { enterpriseInfo } from '@simwright/contract/people/session'
import { rolePermissions } from '@simwright/contract/permission'
import { linkTo, pages } from '../paths.ts'
import { answer } from '../states/answer.ts'
import { enterprise } from '../states/frame-answers.ts'
import { unbrokenText } from '../states/sample.ts'
import { listStates } from '../states/state.ts'
import { absent, see, staysAt } from '../states/step.ts'

const operator = { holds: rolePermissions.Operator }
const viewer = { holds: rolePermissions.Viewer }

listStates({
  name: 'No permission, in the frame',
  at: linkTo(pages.members),
  as: operator,
  answers: [answer(enterpriseInfo, { ...enterprise, role: 'Operator' })],
  states: {
    full: {
      steps: [see('Fleet'), staysAt(pages.members.path), absent('See who is an owner or admin')],
      shows: /^Your role in Northwind Mobile is Operator, which does not open Member\. An owner or admin/,
    },
    longest: {
      answers: [answer(enterpriseInfo, { ...enterprise, name: unbrokenText(64), role: unbrokenText(64) })],
      shows: new RegExp(`^Your role in ${unbrokenText(64)}`),
    },
    phone: { shows: /^Your role in Northwind Mobile is Operator/ },
    'of a member who sees the others': {
      at: linkTo(pages.configurationForm, { params: { operation: 'add' } }),
      as: viewer,
      steps: [see('See who is an owner or admin'), staysAt('/configform/add')],
      shows: /does not open Profile configuration form/,
    },
    'a page of the staff': { at: linkTo(pages.plans), shows: /Plans is only for the staff of the platform/ },
    'a page of members, opened by staff': {
      at: linkTo(pages.fleet),
      as: 'staff',
      shows: /Fleet belongs to an enterprise account/,
    },
    'a page that a visit does not open': {
      at: linkTo(pages.device),
      as: 'visit',
      shows: /^A visit to Northwind Mobile does not open/,
    },
    'a form of a suspended account': {
      at: linkTo(pages.configurationForm, { params: { operation: 'add' } }),
      as: 'suspended owner',
      shows: /^Northwind Mobile is suspended/,
    },
  },
})
