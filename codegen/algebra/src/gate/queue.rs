//! The processes that wait for a lock, in the order of arrival.
//!
//! A waiting process has a ticket: a file beside the lock whose number is higher than those of all existing
//! tickets. The file is locked as long as its process waits, so its lock shows whether the process was killed.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::holder::read_holder;
use multibody_support::private_folder::{PrivateFolder, Unusable};

/// The time before the first message, and the interval at which a waiting process checks which process has the lock.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
/// The intervals at which processes check whether the lock is free: the first is for the process that is next in the queue, the
/// second for all others.
const TRY_INTERVALS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(20)];
/// The processes ahead may be suspended. So a process takes the lock out of turn if this many checks in a row, plus one for each
/// process ahead, have found it free.
const OUT_OF_TURN: usize = 50;
/// The suffix of a ticket's name, after its number.
const TICKET: &str = ".waits";

/// Locks a file of a folder when it is this process's turn. While it waits, it prints which process has the lock, whenever another
/// one has taken it.
///
/// # Errors
/// Those of the operating system.
pub fn wait_for(folder: &PrivateFolder, file: &File) -> io::Result<()> {
    // Without a ticket, for example if a disk is full, this process competes for the lock without an order.
    let ticket = Ticket::draw(folder).ok();
    let (mut reported, mut last_check) = (String::new(), Instant::now());
    let mut free_count = 0;
    loop {
        let ahead = ticket.as_ref().map_or(0, Ticket::count_ahead);
        match file.try_lock() {
            Ok(()) if ahead == 0 || free_count >= OUT_OF_TURN + ahead => return Ok(()),
            Ok(()) => {
                file.unlock()?;
                free_count += 1;
            }
            Err(TryLockError::WouldBlock) => free_count = 0,
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        std::thread::sleep(TRY_INTERVALS[ahead.min(1)]);
        if last_check.elapsed() < REPORT_INTERVAL {
            continue;
        }
        last_check = Instant::now();
        let holder = read_holder(file);
        if holder != reported {
            let others = match ahead {
                0 => String::new(),
                1 => ", behind another".into(),
                _ => format!(", behind {ahead} others"),
            };
            let text = format!("multibody: waiting for {holder} to finish its derivation{others}");
            let _ = writeln!(io::stderr(), "{text}"); // the reader may have closed it
            reported = holder;
        }
    }
}

/// The place of a waiting process in the queue. Dropping it removes its file; if its process is killed, the file
/// no longer counts.
#[derive(Debug)]
struct Ticket<'a> {
    folder: &'a PrivateFolder,
    number: u64,
    _file: File,
}

impl<'a> Ticket<'a> {
    /// Takes the last place in the queue.
    fn draw(folder: &'a PrivateFolder) -> Result<Self, Unusable> {
        Self::draw_with(folder, File::try_lock)
    }

    /// Takes the last place in the queue, with a ticket that `try_lock` locks.
    fn draw_with(
        folder: &'a PrivateFolder,
        try_lock: fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, Unusable> {
        loop {
            let last = numbers(folder)?.max().unwrap_or(0);
            let number = last.saturating_add(1);
            let file = match folder.new_file(&name(number)) {
                Ok(file) => file,
                Err(Unusable::System(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                    continue;
                }
                Err(error) => return Err(error),
            };
            match try_lock(&file) {
                Ok(()) if folder.still_contains(&name(number), &file) => {
                    return Ok(Self {
                        folder,
                        number,
                        _file: file,
                    });
                }
                // Between creation and lock, another process took this ticket for that of a killed process. It has removed the
                // file, or is about to.
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                // Files cannot be locked here, so further tickets would fail too.
                Err(TryLockError::Error(error)) => {
                    let _ = folder.remove(&name(number));
                    return Err(error.into());
                }
            }
        }
    }

    /// The number of processes that arrived earlier and still wait. Removes the tickets of killed processes among them.
    fn count_ahead(&self) -> usize {
        let numbers = numbers(self.folder).into_iter().flatten();
        let earlier = numbers.filter(|number| *number < self.number);
        earlier.filter(|n| check_waiting(self.folder, *n)).count()
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let _ = self.folder.remove(&name(self.number));
    }
}

/// Whether a ticket's process is alive; removes the ticket if not.
fn check_waiting(folder: &PrivateFolder, number: u64) -> bool {
    let name = name(number);
    let Ok(file) = folder.file(&name) else {
        return false;
    };
    match file.try_lock() {
        Ok(()) => {
            if folder.still_contains(&name, &file) {
                let _ = folder.remove(&name);
            }
            false
        }
        Err(_) => true,
    }
}

fn name(number: u64) -> String {
    format!("{number:020}{TICKET}")
}

/// The numbers of all tickets in a folder.
fn numbers(folder: &PrivateFolder) -> io::Result<impl Iterator<Item = u64>> {
    let entries = folder.entries()?.into_iter();
    Ok(entries.filter_map(|entry| entry.name.strip_suffix(TICKET)?.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::temporary::Temporary;

    #[test]
    fn tickets_are_in_order_and_those_of_killed_processes_are_removed() {
        let temporary = Temporary::new("tickets");
        let folder = PrivateFolder::make(&temporary.first_folder()).expect("a folder");
        // Left by a process that was killed.
        folder.new_file(&name(7)).expect("a file");
        let draw = || Ticket::draw(&folder).expect("a ticket");
        let [first, second, third] = [draw(), draw(), draw()];
        assert_eq!([first.number, third.number], [8, 10]);
        let places = |tickets: &[&Ticket<'_>]| -> Vec<usize> {
            tickets.iter().map(|ticket| ticket.count_ahead()).collect()
        };
        assert_eq!(places(&[&first, &second, &third]), [0, 1, 2]);
        assert!(folder.file(&name(7)).is_err(), "nobody waits there");
        drop(first);
        assert_eq!(places(&[&second, &third]), [0, 1]);
    }

    /// Otherwise a process that cannot lock its ticket would draw another one, without end.
    #[test]
    fn a_folder_without_locks_has_no_tickets() {
        let temporary = Temporary::new("without-locks");
        let folder = PrivateFolder::make(&temporary.first_folder()).expect("a folder");
        let try_lock = |_: &File| Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        let ticket = Ticket::draw_with(&folder, try_lock);
        assert!(matches!(ticket, Err(Unusable::System(_))));
        assert_eq!(folder.entries().expect("a list").len(), 0);
    }

    /// The first process does not continue, as when it is stopped by Ctrl-Z in a terminal.
    #[test]
    fn a_stopped_first_process_does_not_block_the_others() {
        let temporary = Temporary::new("stopped");
        let folder = PrivateFolder::make(&temporary.first_folder()).expect("a folder");
        let file = folder.open_or_create("lock").expect("a file");
        let _stopped = Ticket::draw(&folder).expect("a ticket");
        let begin = Instant::now();
        wait_for(&folder, &file).expect("the lock");
        assert!(begin.elapsed() > TRY_INTERVALS[1] * OUT_OF_TURN as u32);
    }
}
