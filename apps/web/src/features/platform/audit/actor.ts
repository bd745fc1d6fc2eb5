import type { AuditEntry } from '@simwright/contract/platform/audit'
import { platform } from '../../../brand/platform.ts'
import type { Tone } from '../../../ui/tone.ts'
import { auditTexts } from './audit-texts.ts'

/** Display name of the actor. */
export function actorName({ actorKind, actorName: name }: Pick<AuditEntry, 'actorKind' | 'actorName'>): string {
  if (actorKind === 'SYSTEM') return platform().appName
  return name || auditTexts.actors[actorKind]
}

export const actorTones: Record<AuditEntry['actorKind'], Tone> = {
  PERSON: 'info',
  KEY: 'neutral',
  STAFF: 'violet',
  SYSTEM: 'neutral',
}
