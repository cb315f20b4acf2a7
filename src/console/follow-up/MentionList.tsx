import { useLingui } from '@lingui/react/macro';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { PersonRef } from './timeline-reducer.ts';

interface Props {
  id: string;
  people: readonly PersonRef[];
  activeIndex: number;
  getAnchor: () => HTMLElement;
  onChoose: (person: PersonRef) => void;
}

const LISTBOX = { role: 'listbox' };
const OPTION = { role: 'option' };

export function MentionList({ id, people, activeIndex, getAnchor, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <MuiRoot>
      <Popper open anchorEl={getAnchor} placement="top-start" sx={{ zIndex: 'modal' }}>
        <Paper variant="outlined">
          <MenuList id={id} {...LISTBOX} aria-label={t`A quién avisar`} dense>
            {people.map((person, at) => (
              <MenuItem
                key={person.id}
                id={`${id}-${at}`}
                {...OPTION}
                selected={at === activeIndex}
                aria-selected={at === activeIndex}
                tabIndex={-1}
                sx={{ minHeight: 'var(--touch)' }}
                onMouseDown={(event) => {
                  event.preventDefault();
                  onChoose(person);
                }}
              >
                {person.name}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
    </MuiRoot>
  );
}
