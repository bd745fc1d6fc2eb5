import * as fleet from '@simwright/contract/profiles/fleet'
import { useAsk } from '../../../api/query.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { erasureTexts } from '../../../texts/erasure.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { ColoredHex } from '../../../ui/text/ColoredHex.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { DrawerSkeleton } from './DrawerSkeleton.tsx'
import { Disclosure } from './EventDetails.tsx'
import { fleetTexts } from './fleet-texts.ts'
import classes from './PackageTab.module.css'
import { packageTexts } from './package-texts.ts'

const texts = fleetTexts.package

/** The elements of the profile package and their files, without keys and codes. */
export function PackageTab({ profile }: { profile: fleet.Profile }) {
  return profile.keysErasedAt === null ? <StoredPackage profile={profile} /> : <Note>{erasureTexts.noPackage}</Note>
}

function StoredPackage({ profile }: { profile: fleet.Profile }) {
  const { data, error, refetch } = useAsk(fleet.profilePackage, { id: profile.id }, { staleMs: 60_000 })
  if (!data) return error ? <ErrorState problem={error} onRetry={() => void refetch()} /> : <DrawerSkeleton />
  return (
    <>
      <Note mb={16}>{texts.note}</Note>
      <Section title={texts.whole}>
        <KeyValue
          items={[
            { label: texts.version, value: data.version },
            { label: texts.type, value: data.profileType },
            { label: texts.size, value: say(texts.bytes, { count: data.bytes.toLocaleString('en') }) },
            { label: texts.needs, value: data.needs.join(', ') || texts.nothing },
            { label: texts.checked, value: data.findings.length === 0 ? texts.sound : undefined },
          ]}
        />
        {data.findings.map(({ severity, text, clause }) => (
          <Row as="p" gap="4 8" mt={8} key={`${clause} ${text}`} className="size-text">
            <StatusBadge tone={severity === 'error' ? 'danger' : 'warning'}>{texts.severities[severity]}</StatusBadge>
            {text}{' '}
            <Note as="span" size="small">
              {clause}
            </Note>
          </Row>
        ))}
      </Section>
      <Section title={texts.elements}>
        <ol>
          {data.elements.map((element) => (
            <Element key={element.index} element={element} />
          ))}
        </ol>
      </Section>
    </>
  )
}

function Element({ element: { kind, bytes, facts, files } }: { element: fleet.PackageElement }) {
  return (
    <li className="ruled" style={{ padding: '8px 0' }}>
      <Row gap="0 8" align="baseline" justify="between">
        <span className="medium">{kind}</span>
        <Note as="span" size="small">
          {say(texts.bytes, { count: bytes.toLocaleString('en') })}
        </Note>
      </Row>
      {packageTexts.elements[kind] && (
        <p className="compact" style={{ margin: '2px 0 4px' }}>
          {packageTexts.elements[kind]}
        </p>
      )}
      {facts.map((fact) => (
        <Note size="small" key={fact}>
          {fact}
        </Note>
      ))}
      {files.length > 0 && (
        <Disclosure label={sayCount(texts.files, files.length)}>
          <ul>
            {files.map((file) => (
              <File key={file.path} file={file} />
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function File({ file: { path, name, structure, bytes, lines, hex } }: { file: fleet.PackageFile }) {
  const masks = useMasks()
  return (
    <li className={classes.file}>
      <Row gap="0 8" align="baseline" justify="between">
        <span>{name}</span>
        <Note as="span" size="small">
          {[path, structure, bytes > 0 && `${bytes} B`].filter(Boolean).join(' · ')}
        </Note>
      </Row>
      {packageTexts.files[name] && (
        <p className="compact" style={{ margin: '2px 0 4px' }}>
          {packageTexts.files[name]}
        </p>
      )}
      {lines?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one file never change
        <p key={index} className="wrap" style={{ margin: '2px 0' }}>
          {masks.text(line)}
        </p>
      ))}
      {hex && !masks.isOn && <ColoredHex hex={hex} label={say(texts.bytesOf, { name })} />}
    </li>
  )
}
