import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../dialog';
import { useFamily } from '../page_context';
import { AskFirst } from './ask_first';
import { Join } from './join_form';
import { Leave } from './leave';
import { TimeZone } from './time_zone';

/** The settings of the family: whether the owner is asked first, the time zone, and leaving. */
export function FamilyMenu({ close }: { close: () => void }) {
  const { user, family } = useFamily().person.me.value!;
  const first = useRef(family.id);
  useEffect(() => void (first.current !== family.id && close()), [family.id]); // the person has left it
  return (
    <Dialog title={family.name} close={close} testid="family-menu-dialog">
      {user.isOwner && (
        <div class="block">
          <AskFirst />
        </div>
      )}
      <div class="block">
        <TimeZone />
      </div>
      {!user.isOwner && (
        <>
          <Join />
          <div class="block">
            <Leave />
          </div>
        </>
      )}
    </Dialog>
  );
}
