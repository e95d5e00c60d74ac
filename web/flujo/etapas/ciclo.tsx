import AddIcon from '@mui/icons-material/AddOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import type { Ciclo, Ciclos, Etapa } from '#contract/flujo/ciclos/ciclos'
import { MAX_ETAPAS } from '#contract/flujo/ciclos/values'
import { tono } from '../../ui/theme/tono'
import { FilaEtapa } from './etapa'
import { suggestEtapas } from './suggest'

type Props = {
  ciclo: Ciclo
  ubicaciones: Ciclos['ubicaciones']
  familias: readonly string[]
  onChange: (c: Ciclo) => void
  onRemove: () => void
}

/** One loop: its families, and its stages in order. */
export function FichaCiclo({ ciclo, ubicaciones, familias, onChange, onRemove }: Props) {
  const { etapas } = ciclo
  const puestas = new Set(etapas.flatMap((e) => e.ubicaciones))
  const sueltas = ubicaciones.filter((u) => !puestas.has(u.id))
  const set = (nuevas: Etapa[]) => onChange({ ...ciclo, etapas: nuevas })
  const edit = (i: number, mas: Partial<Etapa>) =>
    set(
      etapas.map((e, k) => {
        if (k === i) return { ...e, ...mas }
        // A location belongs to one stage only, and a round begins in one stage only.
        const ubicaciones = mas.ubicaciones
          ? e.ubicaciones.filter((u) => !mas.ubicaciones?.includes(u))
          : e.ubicaciones
        return { ...e, ubicaciones, ancla: mas.ancla ? false : e.ancla }
      }),
    )
  const move = (i: number, hacia: -1 | 1) => {
    const nuevas = [...etapas]
    const [una, otra] = [nuevas[i], nuevas[i + hacia]]
    if (!una || !otra) return
    nuevas[i] = otra
    nuevas[i + hacia] = una
    set(nuevas)
  }
  return (
    <Box
      component="fieldset"
      aria-label={`Ciclo ${ciclo.nombre}`}
      sx={{
        m: 0,
        p: { xs: 3, sm: 4 },
        minWidth: 0,
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr auto', sm: '220px 1fr auto' },
          gap: 3,
          alignItems: 'start',
          mb: 4,
        }}
      >
        <TextField
          label="Nombre del ciclo"
          value={ciclo.nombre}
          onChange={(e) => onChange({ ...ciclo, nombre: e.target.value })}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Autocomplete
          multiple
          freeSolo
          options={familias as string[]}
          value={ciclo.familias}
          onChange={(_, v) => onChange({ ...ciclo, familias: v.map((f) => f.trim()).filter(Boolean) })}
          renderInput={(p) => (
            <TextField
              {...p}
              label="Familias"
              placeholder={ciclo.familias.length ? '' : 'Todas las que no tienen otro'}
              slotProps={{ ...p.slotProps, inputLabel: { ...p.slotProps.inputLabel, shrink: true } }}
            />
          )}
          sx={{ order: { xs: 3, sm: 0 }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        />
        <IconButton aria-label={`Quitar el ciclo ${ciclo.nombre}`} onClick={onRemove} sx={{ mt: 1 }}>
          <DeleteIcon />
        </IconButton>
      </Box>
      <Box component="ol" aria-label={`Etapas de ${ciclo.nombre}`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {etapas.map((e, i) => (
          <FilaEtapa
            key={e.id ?? `nueva-${i}`}
            etapa={e}
            grupo={ciclo.nombre}
            puesto={i}
            de={etapas.length}
            ubicaciones={ubicaciones}
            onChange={(mas) => edit(i, mas)}
            onMove={(hacia) => move(i, hacia)}
            onRemove={() => set(etapas.filter((_, k) => k !== i))}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mt: 3 }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={etapas.length >= MAX_ETAPAS}
          onClick={() =>
            set([...etapas, { nombre: '', clase: 'servicio', ancla: etapas.length === 0, ubicaciones: [] }])
          }
        >
          Etapa
        </Button>
        {etapas.length === 0 && (
          <Button size="small" onClick={() => set(suggestEtapas(ubicaciones))}>
            Proponer las etapas
          </Button>
        )}
        {sueltas.length > 0 && (
          <Box component="p" sx={{ m: 0, flex: 1, minWidth: 200, fontSize: 13, color: tono('muted') }}>
            Sin etapa: {sueltas.map((u) => u.nombre).join(', ')}.
          </Box>
        )}
      </Box>
    </Box>
  )
}
