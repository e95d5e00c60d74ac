import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { LARGO_NOTA } from '#contract/oir/incidencias/values'
import { SelectPersona } from '../../../dominio/select-persona'
import { fechaHora } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { tono } from '../../../ui/theme/tono'
import { useLote } from '../list/use-lote'
import type { Detalle } from '../queries'
import type { Review } from './use-revision'

/** The person assigned to an incident, and the notes on it. */
export function Seguimiento({ i, onReview }: { i: Detalle; onReview: Review | undefined }) {
  const { assign } = useLote()
  const [nota, setNota] = useState('')
  const zona = useZona()
  const save = (e: FormEvent) => {
    e.preventDefault()
    if (!nota.trim() || !onReview) return
    void onReview(i, { nota: nota.trim() }).then((bien) => bien && setNota(''))
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {i.revisado ? (
        <Box sx={{ fontSize: 13, color: tono('muted') }}>
          {i.lleva ? `La llevaba ${i.lleva.nombre}.` : 'No la llevaba nadie.'}
        </Box>
      ) : (
        <SelectPersona
          empresa={i.empresa}
          valor={i.lleva}
          etiqueta="La lleva"
          disabled={assign.isPending || !onReview}
          onChange={(usuario) => assign.mutate({ ids: [i.id], usuario })}
        />
      )}
      {i.notas.length > 0 && (
        <Box
          component="ol"
          aria-label="Notas"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, fontSize: 13 }}
        >
          {i.notas.map((x) => (
            <li key={x.momento + x.texto}>
              <Box sx={{ overflowWrap: 'anywhere' }}>{x.texto}</Box>
              <Box sx={{ fontSize: 12, color: tono('muted') }}>
                {x.autor}, {fechaHora(x.momento, zona)}
              </Box>
            </li>
          ))}
        </Box>
      )}
      {!i.revisado && onReview && (
        <Box component="form" onSubmit={save} sx={{ display: 'flex', gap: 2 }}>
          <TextField
            fullWidth
            size="small"
            label="Nota"
            value={nota}
            onChange={(e) => setNota(e.target.value)}
            slotProps={{ htmlInput: { maxLength: LARGO_NOTA } }}
          />
          <Button type="submit" variant="outlined" disabled={!nota.trim()} sx={{ flex: 'none' }}>
            Guardar nota
          </Button>
        </Box>
      )}
    </Box>
  )
}
