import { ActionIcon, Loader } from '@mantine/core'
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './DropArea.module.css'
import { formatBytes } from './size.ts'

type DropAreaProps = {
  label: string
  /** Allowed formats and sizes, shown in the area. */
  hint: ReactNode
  /** File name extensions with the dot (`.csv`). */
  accept: readonly string[]
  maxBytes: number
  file: File | undefined
  onFile: (file: File | undefined) => void
  /** Called with all files after the first one. Without it only one file may be dropped at a time. */
  onMore?: (files: readonly File[]) => void
  /** Share of the bytes sent, 0 to 1, while the file is uploaded. */
  sending?: number
  /** Shown after the upload while the server processes the file. */
  arrivedText?: string
  /** Added to the error for a file of another format: what to do with it. */
  kindHelp?: string
  /** Error of the file. */
  error?: ReactNode
}

/**
 * An area to drop a file on, or to choose it with the keyboard. Refuses a wrong format or size at once; a refused file
 * also removes the previous one.
 */
export function DropArea(props: DropAreaProps) {
  const { label, hint, accept, file, onFile, onMore, sending, error } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const take = (files: FileList | null) => {
    const [first, ...more] = files ?? []
    if (!first) return
    const refused = more.length > 0 && !onMore ? uiTexts.drop.one : firstRefusal([first, ...more], props)
    setRefusal(refused)
    onFile(refused === undefined ? first : undefined)
    if (refused === undefined && more.length > 0) onMore?.(more)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  const fault = refusal ?? error
  return (
    <div>
      <div className={classes.label} id={`${id}-label`}>
        {label}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the file input inside */}
      <div
        className={classes.area}
        data-over={isOver || undefined}
        data-fault={fault ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          multiple={onMore !== undefined}
          className={classes.input}
          accept={accept.join(',')}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-hint${fault ? ` ${id}-fault` : ''}`}
          aria-invalid={fault ? true : undefined}
          disabled={sending !== undefined}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        {file ? (
          <ChosenFile
            file={file}
            sending={sending}
            arrivedText={props.arrivedText}
            onRemove={() => {
              setRefusal(undefined)
              onFile(undefined)
            }}
          />
        ) : (
          <IconUpload size={22} className={classes.icon} aria-hidden />
        )}
        <label htmlFor={id} className={classes.words}>
          {isOver ? (
            uiTexts.drop.dropNow
          ) : (
            <>
              <span id={`${id}-choose`} className={classes.choose}>
                {file ? uiTexts.drop.replace : uiTexts.drop.browse}
              </span>{' '}
              {uiTexts.drop.orDrop}
            </>
          )}
        </label>
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      </div>
      {fault && (
        <div id={`${id}-fault`} className={classes.fault} role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}

type ChosenFileProps = Pick<DropAreaProps, 'sending' | 'arrivedText'> & { file: File; onRemove: () => void }

function ChosenFile({ file, sending, arrivedText, onRemove }: ChosenFileProps) {
  const share = sending === undefined ? undefined : Math.round(sending * 100)
  const progress = share === 100 && arrivedText ? arrivedText : `${share} %`
  return (
    <div className={classes.file}>
      {sending === undefined ? <IconFileText size={18} aria-hidden /> : <Loader size={16} />}
      <span className={classes.name}>{file.name}</span>
      <span className={classes.size}>{sending === undefined ? formatBytes(file.size) : progress}</span>
      {sending === undefined && (
        <ActionIcon size={24} aria-label={say(uiTexts.drop.remove, { name: file.name })} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </div>
  )
}

type Limits = Pick<DropAreaProps, 'accept' | 'maxBytes' | 'kindHelp'>

const firstRefusal = (files: readonly File[], limits: Limits) =>
  files.map((file) => refusalOf(file, limits)).find((refused) => refused !== undefined)

function refusalOf(file: File, limits: Limits): string | undefined {
  const isKnown = limits.accept.some((extension) => file.name.toLowerCase().endsWith(extension))
  if (!isKnown) return [say(uiTexts.drop.wrongKind, { name: file.name }), limits.kindHelp].filter(Boolean).join(' ')
  if (file.size > limits.maxBytes)
    return say(uiTexts.drop.tooLarge, { name: file.name, max: formatBytes(limits.maxBytes) })
  return undefined
}
