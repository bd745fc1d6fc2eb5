import type { PermissionId } from '../permission.ts'

type OperationRow = {
  /** In the settings. */
  name: string
  /** What is asked for, in the settings. */
  about: string
  /** Who approves holds one of these, besides the permission to approve. */
  needs: readonly PermissionId[]
  /** What is counted against the limit of a day, in the plural. Null: each call needs approval. */
  counts: string | null
}

/** The operations for which an enterprise account can demand the approval of a second person. */
export const approvalTable = {
  REMOVE: {
    name: 'Delete profiles',
    about: 'One or many profiles are deleted.',
    needs: ['Fleet_Delete'],
    counts: 'profiles',
  },
  BLOCK: {
    name: 'Block devices',
    about: 'EIDs or device models may not download any more, also those that a rule or a file names.',
    needs: ['Block_Edit'],
    counts: 'devices',
  },
  RECYCLE: {
    name: 'Recycle profiles',
    about: 'Profiles go back into stock, now or at a date: by an operation, a lease, a rule or the end of a campaign.',
    needs: ['Fleet_Edit'],
    counts: 'profiles',
  },
  EXPORT: {
    name: 'Files and e-mails with codes',
    about:
      'A file has activation codes, confirmation codes, vouchers or keys, also the archive of the account, or codes are sent by e-mail, now or at a date. Programs then read no codes. Reading a code on the screen needs no approval.',
    needs: ['Fleet_Export', 'Generate_Ac_Create'],
    counts: 'codes',
  },
  GENERATE: {
    name: 'Generate codes',
    about: 'Activation codes are generated, for new profiles or again, also by orders of operators.',
    needs: ['Generate_Ac_Create'],
    counts: 'codes',
  },
  KEY_ROTATE: {
    name: 'Replace the secret of a key',
    about: 'An API key or a credential of the open API gets another secret.',
    needs: ['Developer_Edit'],
    counts: null,
  },
  KEY_NEW: {
    name: 'New API key',
    about:
      'An API key or credential is created, a machine signs in, an operator is registered, or a key gets more scopes or addresses.',
    needs: ['Developer_Edit'],
    counts: null,
  },
  ROLE: {
    name: 'Roles of members',
    about:
      'A member gets another role, a role gets other permissions, a limit to groups is lifted, or someone is invited or reactivated.',
    needs: ['Member_Edit', 'Role_Edit'],
    counts: null,
  },
  POLICY: {
    name: 'Rules of approval',
    about: 'Approval is switched off, a limit is raised, or the approvers, times or window change.',
    needs: ['Enterprise_Edit'],
    counts: null,
  },
} as const satisfies Readonly<Record<string, OperationRow>>

export type ApprovalOperation = keyof typeof approvalTable

export const approvalOperations = Object.keys(approvalTable) as ApprovalOperation[]

export const approvalRow = (operation: ApprovalOperation): OperationRow => approvalTable[operation]

/** Those of the settings. The rules themselves need approval as soon as one of the others does. */
export type GuardedOperation = Exclude<ApprovalOperation, 'POLICY'>
export const guardedOperations = approvalOperations.filter((one): one is GuardedOperation => one !== 'POLICY')

/** The most that a person can do in a day without approval where the limit is not 0. */
export const DAY_LIMIT_MAX = 10_000_000
