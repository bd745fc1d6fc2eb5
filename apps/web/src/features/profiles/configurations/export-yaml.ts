import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { ask } from '../../../api/call.ts'
import { saveBlob } from '../../../api/file.ts'

/** Has the browser save one version as a YAML file. A failure is shown as a notice. */
export async function saveYaml(version: { id: string; version: number }): Promise<void> {
  const file = await ask(yaml.exportYaml, version).catch(() => undefined)
  if (file) saveBlob(new Blob([file.yaml], { type: 'application/yaml' }), file.fileName)
}
