import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Informe } from '#contract/importar'
import { Button } from '../button'
import { tinte, tono } from '../theme/tono'
import { Avance } from './avance'
import { InformeImportacion } from './informe'

type Opciones = {
  /** Id by which its progress is polled. */
  id: string
  signal: AbortSignal
  /** The user has agreed to leave out rows with errors. */
  soloBuenas: boolean
  /** The user has ticked `pregunta`. */
  confirmado: boolean
}

type Props<I extends Informe> = {
  titulo: string
  /** The content of the file, and what the import would do with it. */
  ayuda: ReactNode
  plantilla: { nombre: string; csv: string }
  /** A file chosen before the dialog opened. */
  archivo?: File
  /** Singular and plural of what is imported. */
  nombrados: readonly [uno: string, varios: string]
  /** A question about the file that only the user can answer, as a checkbox label; undefined: no question. */
  pregunta?: (informe: I) => string | undefined
  rehearse: (archivo: File, confirmado: boolean) => Promise<I>
  startImport: (archivo: File, o: Opciones) => Promise<I>
  cambios: (informe: I) => ReactNode
  onClose: () => void
  onImported: (informe: I) => void
}

/** Choose a CSV, preview the import, and run it. */
export function DialogoImportar<I extends Informe>({ onClose, ...p }: Props<I>) {
  const id = useId()
  const entrada = useRef<HTMLInputElement>(null)
  const corte = useRef<AbortController>(undefined)
  const [archivo, setArchivo] = useState<File>()
  const [soloBuenas, setSoloBuenas] = useState(false)
  /** The question that the user has ticked. */
  const [confirmado, setConfirmado] = useState<string>()
  const [marcha, setMarcha] = useState<{ id: string; desde: number }>()
  const cuantos = (v: number) => `${v.toLocaleString('es')} ${p.nombrados[v === 1 ? 0 : 1]}`

  const ensayo = useMutation({
    mutationFn: ({ f, si }: { f: File; si: boolean }) => p.rehearse(f, si),
  })
  const startImport = useMutation({
    mutationFn: (f: File) => {
      corte.current = new AbortController()
      const nueva = { id: uuid(), desde: Date.now() }
      setMarcha(nueva)
      return p.startImport(f, {
        id: nueva.id,
        signal: corte.current.signal,
        soloBuenas,
        confirmado: confirmado !== undefined,
      })
    },
    onSuccess: p.onImported,
  })
  useEffect(() => () => corte.current?.abort(), [])
  const choose = (f: File | undefined) => {
    if (!f || startImport.isPending) return
    setArchivo(f)
    setSoloBuenas(false)
    setConfirmado(undefined)
    startImport.reset()
    ensayo.mutate({ f, si: false })
  }
  const primero = useRef(p.archivo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is there at first is looked at once.
  useEffect(() => choose(primero.current), [])
  const informe = ensayo.isPending ? undefined : ensayo.data
  const haria = informe ? informe.nuevas + informe.cambiadas : 0
  const conError = informe?.con_error ?? 0
  const pregunta = confirmado ?? (informe && p.pregunta?.(informe))
  const cortada = startImport.error?.name === 'AbortError'
  const fallo = cortada ? undefined : (startImport.error ?? ensayo.error)
  return (
    <Dialog
      open
      onClose={() => !startImport.isPending && onClose()}
      maxWidth="md"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{p.titulo}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Typography variant="body2" color="textSecondary" component="div">
          {p.ayuda}{' '}
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${p.plantilla.csv}`)}`}
            download={p.plantilla.nombre}
            style={{ color: tono('brand') }}
          >
            Descargar una plantilla
          </a>
        </Typography>
        <Box
          onDragOver={(e) => e.preventDefault()}
          onDrop={(e) => {
            e.preventDefault()
            choose(e.dataTransfer.files[0])
          }}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 3,
            p: 4,
            borderRadius: 2,
            border: `1px dashed ${tono('muted')}`,
            bgcolor: tinte('brand', 4),
            fontSize: 13,
          }}
        >
          <input
            ref={entrada}
            type="file"
            accept=".xlsx,.csv,.txt,text/csv"
            hidden
            onChange={(e) => {
              choose(e.target.files?.[0])
              // Allows the user to choose the same file again after correcting it.
              e.target.value = ''
            }}
          />
          <Button
            variant={archivo ? 'outlined' : 'contained'}
            startIcon={<UploadFileOutlined />}
            loading={ensayo.isPending}
            loadingPosition="start"
            disabled={startImport.isPending}
            onClick={() => entrada.current?.click()}
          >
            {archivo ? 'Elegir otro archivo' : 'Elegir archivo'}
          </Button>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', color: tono('muted') }}>
            {archivo ? archivo.name : 'o suéltalo aquí'}
            {ensayo.isPending && ' · comprobando, sin cambiar nada…'}
          </Box>
        </Box>
        <div aria-live="polite">
          {fallo && (
            <Box role="alert" sx={{ mb: informe ? 3 : 0, fontSize: 14, color: tono('rojo') }}>
              {fallo.message}
            </Box>
          )}
          {cortada && <Box sx={{ mb: 3, fontSize: 14 }}>Importación cancelada: no se ha cambiado nada.</Box>}
          {informe && archivo && (
            <InformeImportacion informe={informe} archivo={archivo.name}>
              {p.cambios(informe)}
            </InformeImportacion>
          )}
        </div>
      </DialogContent>
      {/* The question is beside the disabled button, however long the lists are. */}
      <Box sx={{ px: 5, pt: 2, '&:empty': { display: 'none' } }}>
        {pregunta && archivo && (
          <FormControlLabel
            control={
              <Checkbox
                checked={confirmado !== undefined}
                disabled={startImport.isPending || ensayo.isPending}
                onChange={(_, si) => {
                  setConfirmado(si ? pregunta : undefined)
                  ensayo.mutate({ f: archivo, si })
                }}
              />
            }
            label={pregunta}
          />
        )}
        {informe && conError > 0 && haria > 0 && (
          <FormControlLabel
            control={
              <Checkbox
                checked={soloBuenas}
                disabled={startImport.isPending}
                onChange={(_, si) => setSoloBuenas(si)}
              />
            }
            label={`Importar solo las filas sin errores; ${conError === 1 ? 'la fila con error se queda' : `las ${conError.toLocaleString('es')} filas con error se quedan`} fuera`}
          />
        )}
        {marcha && startImport.isPending && <Avance {...marcha} />}
      </Box>
      <DialogActions>
        <Button color="inherit" onClick={startImport.isPending ? () => corte.current?.abort() : onClose}>
          {startImport.isPending ? 'Cancelar la importación' : 'Cancelar'}
        </Button>
        <Button
          variant="contained"
          disabled={!archivo || haria === 0 || (conError > 0 && !soloBuenas)}
          loading={startImport.isPending}
          onClick={() => archivo && startImport.mutate(archivo)}
        >
          {haria > 0 ? `Importar ${cuantos(haria)}` : 'Importar'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
