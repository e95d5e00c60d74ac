import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { FAMILIA_BRUTO } from '#contract/parque/ubicaciones/values'
import { Reload } from '../../ui/filtros/reload'
import { tono } from '../../ui/theme/tono'

type Props = {
  final: boolean
  onFinal: (final: boolean) => void
  /** Company of the plan, if it is not obvious. */
  empresa: string | undefined
  total: string | undefined
  editando: boolean
  onEdit: (() => void) | undefined
  onReload: () => Promise<unknown>
}

/** Choice of the assembly, and for Montaje Bruto of the family. */
export function CabeceraPlano({ final, onFinal, empresa, total, editando, onEdit, onReload }: Props) {
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '8px 12px',
        px: 4,
        py: 2,
        bgcolor: tono('paper'),
      }}
    >
      <Typography variant="h3" component="h1" noWrap>
        Plano de planta
        {empresa && (
          <Box component="span" sx={{ fontWeight: 400, color: tono('muted') }}>
            {' '}
            · {empresa}
          </Box>
        )}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Montaje"
        value={final ? 'final' : 'bruto'}
        onChange={(_, v) => v && onFinal(v === 'final')}
      >
        <ToggleButton
          value="bruto"
          sx={{ px: 3, minHeight: 36, textTransform: 'none', whiteSpace: 'nowrap' }}
        >
          Montaje Bruto
        </ToggleButton>
        <ToggleButton
          value="final"
          sx={{ px: 3, minHeight: 36, textTransform: 'none', whiteSpace: 'nowrap' }}
        >
          Montaje Final
        </ToggleButton>
      </ToggleButtonGroup>
      <Select
        size="small"
        displayEmpty
        disabled={final}
        value={final ? '' : FAMILIA_BRUTO}
        renderValue={(v) => (v ? `Familia ${v}` : 'Familias del catálogo LT')}
        inputProps={{ 'aria-label': 'Familia' }}
        sx={{ minWidth: 148 }}
      >
        <MenuItem value={FAMILIA_BRUTO}>{FAMILIA_BRUTO}</MenuItem>
      </Select>
      <Typography
        role="status"
        noWrap
        sx={{ fontSize: 13, color: tono('muted'), fontVariantNumeric: 'tabular-nums' }}
      >
        {total}
      </Typography>
      <Box sx={{ flex: 1 }} />
      <Reload onReload={onReload} />
      {onEdit && !editando && (
        <Button
          size="small"
          color="inherit"
          startIcon={<EditOutlined />}
          onClick={onEdit}
          sx={{ minHeight: 36 }}
        >
          Editar plano
        </Button>
      )}
    </Box>
  )
}
