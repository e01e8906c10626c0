"""Fixtures: a cluster, the processes that share a database."""

from collections.abc import AsyncIterator

import pytest

from tests.play.scheduling.cluster import Cluster, cluster_at


@pytest.fixture
async def cluster(url: str) -> AsyncIterator[Cluster]:
    async with cluster_at(url) as opened:
        yield opened
