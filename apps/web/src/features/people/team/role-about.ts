import type { Role } from '@simwright/contract/people/team'
import { teamTexts } from '../../../texts/team.ts'

const texts: Readonly<Record<string, string>> = teamTexts.role.about

/** What the role is for, in a sentence. */
export const roleAbout = ({ name, builtIn }: Role) => (builtIn ? texts[name] : undefined) ?? teamTexts.role.aboutOwn
