import * as configuration from '@simwright/contract/profiles/configuration'
import { ownColumnsOf } from '@simwright/contract/profiles/own-column'
import type * as source from '@simwright/contract/profiles/source'
import { useAsk } from '../../../api/query.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'

const texts = generateTexts.preview.sources

/** Which values of the profiles are from the file, and which are those of the configuration. */
export function ValueSources({ staged: { configurationId, columns } }: { staged: source.Source }) {
  const configured = useAsk(configuration.get, { id: configurationId })
  if (!configured.data) return null
  const replaceable = ownColumnsOf(configured.data.fields)
  const [fromFile, others] = [true, false].map((isInFile) =>
    replaceable.filter((column) => columns.includes(column) === isInFile).join(', '),
  )
  return (
    <Row gap="4 8" mb={14} className="muted size-text wrap">
      {fromFile && <span>{say(texts.file, { columns: fromFile })}</span>}
      {others && <span>{say(texts.configured, { columns: others })}</span>}
    </Row>
  )
}
