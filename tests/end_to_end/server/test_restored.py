"""A daily backup of the running bot, and a game that goes on from it after the database was lost."""

from pathlib import Path

from data.restore import restore
from tests.end_to_end.club import Club

DAY = 24 * 60 * 60


async def test_a_game_goes_on_from_a_daily_backup_and_newer_tables_are_gone(club: Club, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    club.limits["backup_dir"] = folder

    def made() -> list[Path]:
        return sorted(folder.glob("remik-*.db"))

    async with club.running():
        await club.table()
        await club.play(1, lambda: len(club.log()) >= 3)
        await club.standin.until(lambda: len(made()) == 1)
    kept = club.log()
    club.standin.advance(DAY)
    async with club.running():
        await club.standin.until(lambda: len(made()) == 2)
        home, club.channel = club.channel, club.guild.add_channel("newer")
        await club.table()
        lost = club.public("My hand")
    await restore(club.settings.database_url, made()[1])
    async with club.running():
        assert club.log() == kept
        assert "no longer exists" in (await club.ala.click("My hand", message=lost)).text
        club.channel = home
        await club.open_hands()
        await club.play(1, lambda: len(club.log()) > len(kept))
        club.channel = club.guild.add_channel("newest")
        await club.table()
        await club.play(1, lambda: len(club.log()) > len(kept) + 2)
        assert max(line[0] for line in club.log()) == 3, "the number of a lost table was used again"
